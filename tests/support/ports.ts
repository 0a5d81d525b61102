import { once } from 'node:events';
import type * as http from 'node:http';
import type * as https from 'node:https';
import * as net from 'node:net';

/** Gives a port of 127.0.0.1 that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(port ?? 0));
    });
  });
}

/** Has the server listen at a free port. */
export async function listen(server: http.Server | https.Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { port, origin: `http://127.0.0.1:${port}`, stop };
}
