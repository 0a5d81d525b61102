import type { Plugin } from 'vite';
import { bundleScript } from '../bundle-script.ts';

/** Has the dev server withdraw the worker that `npm start` has installed. */
export function devWorker(): Plugin {
  return {
    name: 'pear:dev-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', async (_request, response, next) => {
        try {
          // Browsers update a classic script by a classic script alone.
          const worker = { entry: 'src/sw/dev.ts', name: 'worker' };
          const script = await bundleScript(worker);
          response.setHeader('content-type', 'text/javascript');
          response.end(script);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
