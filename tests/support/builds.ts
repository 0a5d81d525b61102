import * as fs from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { passOn } from '../../src/node/server/firestore/plugin.ts';
import { serve } from '../../src/node/server/hosting.ts';
import { listen } from './ports.ts';
import { runTool } from './processes.ts';

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

/**
 * Builds the site with these settings into a folder of its own and serves it
 * as hosting does, with the Firestore of another site behind it.
 */
export async function serveBuild(
  env: NodeJS.ProcessEnv,
  site: string,
  config = 'vite.config.ts',
): Promise<Built> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-build-'));
  buildTo(folder, config, env);
  return serveFolder(folder, site);
}

/** Serves a built folder as hosting does, and removes it in the end. */
export async function serveFolder(
  folder: string,
  site: string,
): Promise<Built> {
  const answer = serve(folder);
  const { origin, close } = await serveBeside(site, (request, response) =>
    answer(request, response, () => response.writeHead(500).end()),
  );
  return {
    origin,
    close: () => {
      close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies what the site is built and served from; gives the new folder. */
export function copySources(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-sources-'));
  for (const name of [
    'index.html',
    'src',
    'public',
    'vite.config.ts',
    'firestore.rules',
    'package.json',
    'package-lock.json',
    'firebase.json',
    'tsconfig.json',
  ]) {
    fs.cpSync(name, path.join(folder, name), { recursive: true });
  }
  linkModules(path.join(folder, 'node_modules'));
  return folder;
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

/** Builds with a configuration; gives how many milliseconds it took. */
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
