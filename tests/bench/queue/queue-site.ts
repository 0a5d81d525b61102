import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';
import { passOn } from '../../../src/node/server/local-firestore.ts';

export interface Served {
  origin: string;
  close(): void;
}

const page = `<!doctype html><title>Queue</title><script>
navigator.serviceWorker.register('/sw.js');
</script>`;

/** A page and the Queue's worker, with another site's Firestore behind them. */
export async function serveQueue(site: string): Promise<Served> {
  const worker = await bundle('tests/bench/queue/queue-worker.ts');
  const firestore = passOn(new URL(site).host);
  const server = http.createServer((request, response) => {
    firestore(request, response, () => {
      const isWorker = request.url === '/sw.js';
      const type = isWorker ? 'text/javascript' : 'text/html; charset=utf-8';
      response.writeHead(200, { 'content-type': type });
      response.end(isWorker ? worker : page);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
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
