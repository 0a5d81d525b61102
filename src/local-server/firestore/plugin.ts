import * as http from 'node:http';
import type { Connect, Plugin } from 'vite';
import type { Settings } from '../../node/settings.ts';
import { UserError } from '../../node/user-error.ts';
import { openRecords } from './records-file.ts';
import { handleFirestoreRequest, isFirestoreRequest } from './server.ts';

/** In milliseconds. */
const emulatorTimeout = 5000;

/**
 * Handles requests for Firestore at the site's origin. Throws a UserError if the
 * records cannot be opened or the emulator does not respond.
 */
export async function localFirestore(settings: Settings): Promise<Plugin> {
  const { emulator, dataDir, port } = settings;
  let handleRequest: Connect.NextHandleFunction;
  if (emulator) {
    const signal = AbortSignal.timeout(emulatorTimeout);
    await fetch(`http://${emulator}`, { signal }).catch(() => {
      throw new UserError(
        `No Firestore emulator responds at ${emulator}; start an emulator there, or unset FIRESTORE_EMULATOR_HOST to use the local Firestore.`,
      );
    });
    handleRequest = createForwarder(emulator);
  } else {
    const records = openRecords(dataDir, `http://127.0.0.1:${port}`);
    handleRequest = (request, response) =>
      handleFirestoreRequest(records, request, response);
  }

  const addHandler = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use((request, response, next) => {
      if (!isFirestoreRequest(request.url)) next();
      else if (isCrossOrigin(request)) response.writeHead(403).end();
      else handleRequest(request, response, next);
    });
  };

  return {
    name: 'pear:local-firestore',
    // Runs before Vite's file server, which responds to every address.
    enforce: 'pre',
    configureServer: addHandler,
    configurePreviewServer: addHandler,
  };
}

/** Whether a page of another site sent the request. Commands send no Origin header. */
function isCrossOrigin({ headers }: http.IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

/** Forwards requests for Firestore to another host, without the Origin header. */
export function createForwarder(host: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const { url = '/', method } = request;
    if (!isFirestoreRequest(url)) return next();

    const { origin: _, ...headers } = request.headers;

    const forwardedRequest = http.request(
      new URL(url, `http://${host}`),
      { method, headers: { ...headers, host } },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      },
    );

    forwardedRequest.on('error', () => {
      if (response.headersSent) return response.destroy();
      response.writeHead(503, { 'content-type': 'text/plain' });
      response.end(`No emulator responds at ${host}.`);
    });

    response.on('close', () => forwardedRequest.destroy());
    request.pipe(forwardedRequest);
  };
}
