import type { IncomingMessage } from 'node:http';
import { createServer, type InlineConfig, preview } from 'vite';
import { buildIfNeeded } from './build.ts';
import { localFirestore } from './server/firestore/plugin.ts';
import { checkBuildSettings, readSettings, type Settings } from './settings.ts';
import { UserError } from './user-error.ts';

/**
 * `npm start` serves the built site, `npm run dev` the sources; `build` builds
 * where needed and serves nothing.
 */
export async function main([mode]: string[]): Promise<void> {
  const settings = readSettings(process.env);
  checkBuildSettings(process.env);
  if (mode === 'build') return buildIfNeeded();
  const plugins = [await localFirestore(settings)];
  if (mode !== 'dev') await buildIfNeeded();
  const { port } = settings;
  const server = await listen(mode, port, { plugins }).catch((error: Error) => {
    if (!/already in use|listen (EADDRINUSE|EACCES)/.test(error.message)) {
      throw error;
    }
    throw new UserError(
      `Port ${port} is taken or not allowed; stop what uses it, or set PORT to a free one.`,
    );
  });
  server.httpServer?.prependListener('request', mendAddress);
  console.log(`pear is at http://127.0.0.1:${port}`);
  console.log(`Records: ${recordsPlace(settings)}`);
}

async function listen(
  mode: string | undefined,
  port: number,
  config: InlineConfig,
) {
  const address = { host: '127.0.0.1', port, strictPort: true, cors: false };
  if (mode !== 'dev') {
    // Any other loader writes into node_modules, which may be read-only.
    const configLoader = 'runner';
    return preview({ ...config, configLoader, preview: address });
  }
  const server = await createServer({ ...config, server: address });
  return server.listen().catch(async (error: unknown) => {
    // It would keep this program running.
    await server.close();
    throw error;
  });
}

/** Vite would end at one that it can't parse, as `http://[` is. */
function mendAddress(request: Pick<IncomingMessage, 'url'>): void {
  if (!request.url?.startsWith('/')) request.url = '/404';
}

function recordsPlace({ dataDir, emulator }: Settings): string {
  const project = process.env.VITE_FIREBASE_PROJECT_ID;
  if (project) return `Firestore's project ${project}`;
  return emulator
    ? `the Firestore emulator at ${emulator}`
    : `${dataDir}/records.jsonl`;
}
