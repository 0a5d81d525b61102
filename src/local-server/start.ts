import * as path from 'node:path';
import {
  createServer,
  type InlineConfig,
  type Plugin,
  preview,
  resolveConfig,
} from 'vite';
import { buildIfNeeded } from '../build/build.ts';
import { checkBuildSettings, readSettings } from '../node/settings.ts';
import { UserError } from '../node/user-error.ts';
import { knownFields } from '../rules/known-fields.ts';
import { localFirestore } from './firestore/plugin.ts';
import { getRecordsPath } from './firestore/records-file.ts';

/** Serves the built site, or the sources if `dev`. If `build`, only builds the site. */
export async function main([mode]: string[]): Promise<void> {
  const settings = readSettings(process.env);
  const { port, dataDir, emulator } = settings;
  checkBuildSettings(process.env);
  if (mode === 'build') return buildIfNeeded();

  const firestore = await localFirestore(settings);
  if (mode !== 'dev') await buildIfNeeded();

  const deny = mode === 'dev' ? await listDeniedFiles(dataDir) : [];
  const server = await listen(mode, port, firestore, deny).catch(
    (error: Error) => {
      if (!/already in use|listen (EADDRINUSE|EACCES)/.test(error.message)) {
        throw error;
      }
      throw new UserError(
        `Port ${port} is in use or not allowed; stop the program that uses the port, or set PORT to a free one.`,
      );
    },
  );

  server.httpServer?.prependListener('request', (request) => {
    // Vite crashes on a request target such as `http://[`.
    if (!request.url?.startsWith('/')) request.url = '/404';
  });

  console.log(`pear is at http://127.0.0.1:${port}`);

  const project = process.env.VITE_FIREBASE_PROJECT_ID;
  const place = emulator
    ? `the emulator at ${emulator}`
    : getRecordsPath(dataDir);
  console.log(`Records: ${project ? `Firestore's project ${project}` : place}`);
}

/**
 * Returns patterns of the files that the development server never sends: those of
 * Vite, and the records, exports and keys in the checkout. Other users of this machine
 * can reach the server, but cannot read these files.
 */
async function listDeniedFiles(dataDir: string): Promise<string[]> {
  // The option server.fs.deny replaces Vite's own patterns.
  const defaults = await resolveConfig({ configFile: false }, 'serve');
  return [
    ...defaults.server.fs.deny,
    `**/${path.basename(dataDir)}/**`,
    '**/.data/**',
    '**/exports/**',
    '*.csv',
    '*.jsonl',
    '*.partial',
    `{${[...knownFields.keys()].join()}}*.json`,
    'key.json',
    'gha-creds-*.json',
    '*-firebase-adminsdk-*.json',
    'application_default_credentials.json',
  ];
}

async function listen(
  mode: string | undefined,
  port: number,
  plugin: Plugin,
  deny: string[],
) {
  const address = { host: '127.0.0.1', port, strictPort: true, cors: false };
  const config: InlineConfig = {
    plugins: [plugin],
    // The other loaders write to node_modules, which may be read-only.
    configLoader: 'runner',
    server: { ...address, fs: { deny } },
    preview: address,
  };

  if (mode !== 'dev') return preview(config);
  const server = await createServer(config);
  return server.listen().catch(async (error: unknown) => {
    // An open server would keep this program running.
    await server.close();
    throw error;
  });
}
