import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { passOn } from '../../src/node/server/firestore/plugin.ts';
import { serve } from '../../src/node/server/hosting.ts';
import { listen } from './ports.ts';
import { runNode, runTool } from './processes.ts';

/** What makes a build one for the owner's project. */
export const productionSettings = {
  VITE_SITE_URL: 'https://pear.example',
  VITE_FIREBASE_PROJECT_ID: 'pear-production',
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
};

export interface Built {
  origin: string;
  close(): void;
}

const sources = [
  'index.html',
  'src',
  'public',
  'vite.config.ts',
  'firestore.rules',
  'package.json',
  'package-lock.json',
  'firebase.json',
  'tsconfig.json',
];
/** Of this checkout: outside of it, since nothing of ours is in node_modules. */
const variants = path.join(
  tmpdir(),
  `pear-variants-${createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)}`,
);

/** Copies what the site is built and served from; returns the new folder. */
export function copySources(parent = tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, 'pear-sources-'));
  for (const name of sources) {
    fs.cpSync(name, path.join(folder, name), { recursive: true });
  }
  linkModules(path.join(folder, 'node_modules'));
  return folder;
}

/**
 * Returns a folder with a copy of the sources, changed by `edit` and built with
 * these settings: once for all tests, and for the next run where nothing has
 * changed.
 */
export function buildVariant(
  name: string,
  env: NodeJS.ProcessEnv,
  edit: (folder: string) => void = () => undefined,
): string {
  fs.mkdirSync(variants, { recursive: true });
  const copy = copySources(variants);
  edit(copy);
  const folder = path.join(variants, `${name}-${hashOf(copy)}`);
  for (const older of fs.readdirSync(variants)) {
    const place = path.join(variants, older);
    const isOlder = older.startsWith(`${name}-`) && place !== folder;
    if (isOlder) fs.rmSync(place, { recursive: true, force: true });
  }
  try {
    fs.renameSync(copy, folder);
  } catch {
    // Another test was first, or another run.
    fs.rmSync(copy, { recursive: true });
  }
  // Builds where needed; whoever comes meanwhile waits.
  const command = ['src/node/run.js', 'src/node/start.ts', 'build'];
  const options = { cwd: folder, env, stdio: 'pipe' } as const;
  const { isFine, output } = runNode(process.execPath, command, options);
  if (!isFine) throw new Error(output);
  return folder;
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    if (/^node_modules/.test(name) || !fs.statSync(file).isFile()) continue;
    hash.update(`${name}\n`).update(fs.readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Serves a built folder as hosting does, with another site's Firestore. */
export function serveFolder(folder: string, site: string): Promise<Built> {
  const answer = serve(folder);
  return serveBeside(site, (request, response) =>
    answer(request, response, () => response.writeHead(500).end()),
  );
}

/** Each by itself: caches are kept beside them, and a copy has its own. */
export function linkModules(folder: string): void {
  fs.mkdirSync(folder);
  for (const name of fs.readdirSync('node_modules')) {
    if (/^\.(?!bin$)/.test(name)) continue;
    const original = path.resolve('node_modules', name);
    fs.symlinkSync(original, path.join(folder, name));
  }
}

/** Builds with a configuration; returns how many milliseconds it took. */
export function buildTo(
  folder: string,
  config: string,
  env: NodeJS.ProcessEnv = {},
): number {
  const started = performance.now();
  const args = ['build', '--config', config, '--outDir', folder];
  const { isFine, output } = runTool('vite', [...args, '--emptyOutDir'], {
    env: { NODE_ENV: 'production', ...env },
    stdio: 'pipe',
  });
  if (!isFine) throw new Error(output);
  return performance.now() - started;
}

/** Serves with the Firestore of another site behind it. */
export async function serveBeside(
  site: string,
  answer: http.RequestListener,
): Promise<Built> {
  const firestore = passOn(new URL(site).host);
  const server = http.createServer((request, response) =>
    firestore(request, response, () => answer(request, response)),
  );
  const { origin, stop } = await listen(server);
  return { origin, close: stop };
}
