import * as http from 'node:http';
import type { Connect, Plugin } from 'vite';
import type { Settings } from '../../settings.ts';
import { UserError } from '../../user-error.ts';
import { openRecords } from './records-file.ts';
import { answerFirestore, isForFirestore } from './server.ts';

/**
 * Answers Firestore's requests at the site's own origin. Made once for each
 * process, since Vite makes its server anew when its configuration changes.
 * Throws a UserError where the records or the emulator cannot be had.
 */
export async function localFirestore(settings: Settings): Promise<Plugin> {
  const { emulator, dataDir, port } = settings;
  let answer: Connect.NextHandleFunction;
  if (emulator) {
    const signal = AbortSignal.timeout(5000);
    await fetch(`http://${emulator}`, { signal }).catch(() => {
      throw new UserError(
        `No Firestore emulator answers at ${emulator}; start one there, or unset FIRESTORE_EMULATOR_HOST for the local Firestore.`,
      );
    });
    answer = passOn(emulator);
  } else {
    const records = openRecords(dataDir, `http://127.0.0.1:${port}`);
    answer = (request, response) => answerFirestore(records, request, response);
  }
  const use = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use((request, response, next) => {
      if (!isForFirestore(request.url)) next();
      else if (isForeign(request)) response.writeHead(403).end();
      else answer(request, response, next);
    });
  };
  return {
    name: 'pear:local-firestore',
    // Before the server of files, which answers at all addresses.
    enforce: 'pre',
    configureServer: use,
    configurePreviewServer: use,
  };
}

/** From a page of another site or port; browsers say which, commands do not. */
function isForeign({ headers }: http.IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

/** Has another Firestore answer, which need not know from which page. */
export function passOn(host: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const { url = '/', method } = request;
    if (!isForFirestore(url)) return next();
    const { origin: _, ...headers } = request.headers;
    const onward = http.request(
      new URL(url, `http://${host}`),
      { method, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => {
      if (response.headersSent) return response.destroy();
      response.writeHead(503, { 'content-type': 'text/plain' });
      response.end(`No emulator answers at ${host}.`);
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  };
}
