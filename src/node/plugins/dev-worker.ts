import { build, type Plugin } from 'vite';

/** Has the dev server withdraw the worker that `npm start` has installed. */
export function devWorker(): Plugin {
  return {
    name: 'pear:dev-worker',
    configureServer({ middlewares }) {
      middlewares.use('/sw.js', async (_request, response, next) => {
        try {
          const script = await bundle('src/sw/dev.ts');
          response.setHeader('content-type', 'text/javascript');
          response.end(script);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** Browsers update a classic script by a classic script alone. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'worker' } },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !('output' in result)) throw new Error('No worker was built');
  return result.output[0].code;
}
