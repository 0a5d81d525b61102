import * as fs from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { passOn } from '../../src/node/server/firestore/plugin.ts';
import { serve } from '../../src/node/server/hosting.ts';
import { listen } from './ports.ts';

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

/** Copies what the site is built and served from; returns the new folder. */
export function copySources(parent = tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, 'pear-sources-'));
  for (const name of sources) {
    fs.cpSync(name, path.join(folder, name), { recursive: true });
  }
  // Each by itself: caches are kept beside them, and a copy has its own.
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(modules);
  for (const name of fs.readdirSync('node_modules')) {
    if (/^\.(?!bin$)/.test(name)) continue;
    fs.symlinkSync(path.resolve('node_modules', name), `${modules}/${name}`);
  }
  return folder;
}

/** Serves a built folder as hosting does, with another site's Firestore. */
export async function serveFolder(
  folder: string,
  site: string,
): Promise<Built> {
  const answer = serve(folder);
  const firestore = passOn(new URL(site).host);
  const server = http.createServer((request, response) =>
    firestore(request, response, () =>
      answer(request, response, () => response.writeHead(500).end()),
    ),
  );
  const { origin, stop } = await listen(server);
  return { origin, close: stop };
}
