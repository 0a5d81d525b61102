import type { Plugin } from 'vite';
import { bundleScript } from '../bundle-script.ts';

/** Makes the dev server serve a worker that unregisters the worker of `npm start`. */
export function devWorker(): Plugin {
  return {
    name: 'pear:dev-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', (_request, response, next) => {
        // Browsers update a classic worker only with a classic script.
        bundleScript('src/sw/dev.ts').then((script) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(script);
        }, next);
      });
    },
  };
}
