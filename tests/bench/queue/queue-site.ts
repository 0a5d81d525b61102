import { build } from 'vite';
import { type Built, serveBeside } from '../../support/builds.ts';

const page = `<!doctype html><title>Queue</title><script>
navigator.serviceWorker.register('/sw.js');
</script>`;

/** A page and the Queue's worker, with another site's Firestore behind them. */
export async function serveQueue(site: string): Promise<Built> {
  const worker = await bundle('tests/bench/queue/queue-worker.ts');
  return serveBeside(site, ({ url }, response) => {
    const isWorker = url === '/sw.js';
    const type = isWorker ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type });
    response.end(isWorker ? worker : page);
  });
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'worker' },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !('output' in result)) throw new Error('No worker was built');
  return result.output[0].code;
}
