import { once } from 'node:events';
import * as http from 'node:http';
import type * as https from 'node:https';
import type { AddressInfo } from 'node:net';

export async function findFreePort(): Promise<number> {
  const { port, stop } = await listen(http.createServer());
  await stop();
  return port;
}

export async function listen(server: http.Server | https.Server, at = 0) {
  await once(server.listen(at, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const stopServer = async () => {
    const closePromise = once(server.close(), 'close');
    server.closeAllConnections();
    await closePromise;
  };

  return { port, origin: `http://127.0.0.1:${port}`, stop: stopServer };
}
