import * as http from 'node:http';
import type { Connect, Plugin } from 'vite';
import type { Settings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { openRecords } from './firestore/records-file.ts';
import { answerFirestore, isForFirestore } from './firestore/server.ts';

/**
 * Answers Firestore's requests at the site's own origin. Made once for each
 * process, since Vite makes its server anew when its configuration changes.
 */
export async function localFirestore({
  dataDir,
  emulator,
  port,
}: Settings): Promise<Plugin> {
  const answer = emulator
    ? await emulatorAt(emulator)
    : await embedded(dataDir, `http://127.0.0.1:${port}`);
  const use = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use(answer);
  };
  return {
    name: 'pear:local-firestore',
    // Before the server of files, which answers at all addresses.
    enforce: 'pre',
    configureServer: use,
    configurePreviewServer: use,
  };
}

async function embedded(
  dataDir: string,
  origin: string,
): Promise<Connect.NextHandleFunction> {
  const records = await openRecords(dataDir, origin);
  return (request, response, next) =>
    answerFirestore(records, request, response).then(
      (answered) => answered || next(),
      next,
    );
}

async function emulatorAt(host: string): Promise<Connect.NextHandleFunction> {
  const signal = AbortSignal.timeout(5000);
  await fetch(`http://${host}`, { signal }).catch(() => {
    throw new UserError(
      `No Firestore emulator answers at ${host}; start one there, or unset FIRESTORE_EMULATOR_HOST for the embedded Firestore.`,
    );
  });
  return passOn(host);
}

export function passOn(emulator: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const { url = '/', method, headers } = request;
    if (!isForFirestore(url)) return next();
    const onward = http.request(
      new URL(url, `http://${emulator}`),
      { method, headers: { ...headers, host: emulator } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => {
      response.writeHead(503, { 'content-type': 'text/plain' });
      response.end(`No emulator answers at ${emulator}.`);
    });
    request.pipe(onward);
  };
}
