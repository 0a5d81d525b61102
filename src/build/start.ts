import { build, createServer, preview } from 'vite';
import { Complaint } from './complaint.ts';
import { isBuilt, markBuilt, markStale } from './freshness.ts';
import { readSettings, type Settings } from './settings.ts';

/**
 * `npm start` serves the built site, `npm run dev` the sources; `build` builds
 * where needed and serves nothing.
 */
export async function main([mode]: string[]): Promise<void> {
  const settings = readSettings(process.env);
  if (mode !== 'dev') await buildIfNeeded();
  if (mode === 'build') return;
  await listen(mode, settings).catch((error: unknown) => {
    throw portTaken(error) ? portComplaint(settings.port) : error;
  });
  console.log(`pear is at http://127.0.0.1:${settings.port}`);
  console.log(`Records: ${recordsPlace(settings)}`);
}

/** Builds `dist`, unless it is what a build would give. */
async function buildIfNeeded(): Promise<void> {
  if (isBuilt()) return;
  console.log('Building the site.');
  markStale();
  // The loader of this program has set it for development.
  process.env.NODE_ENV = 'production';
  await build({ logLevel: 'error' });
  markBuilt();
}

async function listen(mode: string | undefined, { port }: Settings) {
  const address = { host: '127.0.0.1', port, strictPort: true };
  if (mode !== 'dev') return preview({ preview: address });
  const server = await createServer({ server: address });
  return server.listen();
}

function recordsPlace({ dataDir, emulator }: Settings): string {
  return emulator
    ? `the Firestore emulator at ${emulator}`
    : `${dataDir}/records.jsonl`;
}

function portTaken(error: unknown): boolean {
  return (
    error instanceof Error && /already in use|EADDRINUSE/.test(error.message)
  );
}

function portComplaint(port: number): Complaint {
  return new Complaint(
    `Port ${port} is taken; stop what uses it, or set PORT to a free one.`,
  );
}
