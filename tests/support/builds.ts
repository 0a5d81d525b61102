import * as http from 'node:http';
import { forwardTo } from '../../src/node/server/firestore/plugin.ts';
import { hostingHandler } from '../../src/node/server/hosting.ts';
import { listen } from './ports.ts';

/** Serves a built folder as Hosting does, with the Firestore of another site. */
export function serveFolder(folder: string, site: string) {
  const hosting = hostingHandler(folder);
  const firestore = forwardTo(new URL(site).host);
  const server = http.createServer((request, response) =>
    firestore(request, response, () =>
      hosting(request, response, () => response.writeHead(500).end()),
    ),
  );
  return listen(server);
}
