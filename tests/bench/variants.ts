import * as fs from 'node:fs';
import * as http from 'node:http';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { openRecords } from '../../src/node/server/firestore/records.ts';
import { answerFirestore } from '../../src/node/server/firestore/server.ts';
import { serve } from '../../src/node/server/hosting.ts';
import { notFound, routes } from '../../src/routes.ts';
import { buildTo } from '../support/builds.ts';
import { fileOf } from '../support/built-files.ts';
import { freePort } from '../support/ports.ts';

export type Name = 'ours' | 'limit' | 'usual';
export const names: readonly Name[] = ['ours', 'limit', 'usual'];

export interface Variants {
  folders: Record<Name, string>;
  origins: Record<Name, string>;
  /** Serves and answers again, at the same address, after `cut`. */
  restore(name: Name): Promise<void>;
  /** The server is gone, open connections too. */
  cut(name: Name): void;
  close(): void;
}

/**
 * Builds and serves the three that are compared: our site; the limit, which is
 * the same pages without any script; and the usual choice for such a site.
 */
export async function serveVariants(): Promise<Variants> {
  const place = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  const folders = {
    ours: path.join(place, 'ours'),
    limit: path.join(place, 'limit'),
    usual: path.join(place, 'usual'),
  };
  const ports = {
    ours: await freePort(),
    limit: await freePort(),
    usual: await freePort(),
  };
  const originOf = (name: Name) => `http://127.0.0.1:${ports[name]}`;
  buildTo(folders.ours, 'vite.config.ts', { VITE_SITE_URL: originOf('ours') });
  withoutScripts(folders.ours, folders.limit);
  buildTo(folders.usual, 'tests/bench/typical/vite.config.ts');
  onEveryAddress(folders.usual);
  const servers = new Map<Name, http.Server>();
  const records = await openRecords(
    path.join(place, 'records'),
    originOf('ours'),
  );
  const restore = async (name: Name) => {
    const pages = serve(folders[name]);
    const server = http.createServer(async (request, response) => {
      if (await answerFirestore(records, request, response)) return;
      pages(request, response, () => response.writeHead(500).end());
    });
    servers.set(name, server);
    await new Promise<void>((ready) =>
      server.listen(ports[name], '127.0.0.1', ready),
    );
  };
  const cut = (name: Name) => {
    servers.get(name)?.close();
    servers.get(name)?.closeAllConnections();
  };
  await Promise.all(names.map(restore));
  return {
    folders,
    origins: {
      ours: originOf('ours'),
      limit: originOf('limit'),
      usual: originOf('usual'),
    },
    restore,
    cut,
    close: () => {
      for (const name of names) cut(name);
      records.close();
      fs.rmSync(place, { recursive: true, force: true });
    },
  };
}

/** The same pages with no script at all: no site can be faster. */
function withoutScripts(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true });
  for (const { path: address } of [...routes, notFound]) {
    const file = path.join(to, fileOf(address));
    const html = fs
      .readFileSync(file, 'utf8')
      .replace(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '');
    fs.writeFileSync(file, html);
  }
}

function onEveryAddress(folder: string): void {
  const page = path.join(folder, 'index.html');
  for (const { path: address } of [...routes, notFound]) {
    const file = path.join(folder, fileOf(address));
    if (file !== page) fs.copyFileSync(page, file);
  }
}
