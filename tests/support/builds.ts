import * as http from 'node:http';
import { forwardTo } from '../../src/node/server/firestore/plugin.ts';
import { hostingHandler } from '../../src/node/server/hosting.ts';
import { listen } from './ports.ts';

export interface Built {
  origin: string;
  close(): void;
}

/** Serves a built folder as hosting does, with another site's Firestore. */
export async function serveFolder(
  folder: string,
  site: string,
): Promise<Built> {
  const answer = hostingHandler(folder);
  const firestore = forwardTo(new URL(site).host);
  const server = http.createServer((request, response) =>
    firestore(request, response, () =>
      answer(request, response, () => response.writeHead(500).end()),
    ),
  );
  const { origin, stop } = await listen(server);
  return { origin, close: stop };
}
