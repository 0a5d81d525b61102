import type * as http from 'node:http';
import type { Connect, Plugin } from 'vite';
import type { Settings } from '../../settings.ts';
import { UserError } from '../../user-error.ts';
import { openRecords } from './records-file.ts';
import { answerFirestore, isForFirestore } from './server.ts';

/**
 * Answers Firestore's requests at the site's own origin, or has Vite pass them
 * on to an emulator. Made once for each process, because Vite makes its server
 * again when its configuration changes. Throws a UserError if the records or the
 * emulator cannot be had.
 */
export async function localFirestore(settings: Settings): Promise<Plugin> {
  const { emulator, dataDir, port } = settings;
  if (emulator) await expectEmulator(emulator);
  const records = emulator
    ? undefined
    : openRecords(dataDir, `http://127.0.0.1:${port}`);
  const use = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use((request, response, next) => {
      if (!isForFirestore(request.url)) return next();
      if (isForeign(request)) return response.writeHead(403).end();
      if (records) return answerFirestore(records, request, response);
      // An emulator need not know from which page a request comes.
      delete request.headers.origin;
      next();
    });
  };
  const proxy = emulator ? { '^/(emulator/)?v1/': `http://${emulator}` } : {};
  return {
    name: 'pear:local-firestore',
    // Before the server of files, which answers at all addresses.
    enforce: 'pre',
    config: () => ({ server: { proxy }, preview: { proxy } }),
    configureServer: use,
    configurePreviewServer: use,
  };
}

/** From a page of another site or port; browsers say which, commands do not. */
function isForeign({ headers }: http.IncomingMessage): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

async function expectEmulator(host: string): Promise<void> {
  const signal = AbortSignal.timeout(5000);
  await fetch(`http://${host}`, { signal }).catch(() => {
    throw new UserError(
      `No Firestore emulator answers at ${host}; start one there, or unset FIRESTORE_EMULATOR_HOST for the local Firestore.`,
    );
  });
}
