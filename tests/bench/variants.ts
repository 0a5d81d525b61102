import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Browser } from 'playwright';
import { openRecords } from '../../src/node/server/firestore/records-file.ts';
import { answerFirestore } from '../../src/node/server/firestore/server.ts';
import { serve } from '../../src/node/server/hosting.ts';
import { notFound, routes } from '../../src/routes.ts';
import { buildTo } from '../support/builds.ts';
import { fileOf } from '../support/built-files.ts';

export type Name = 'ours' | 'limit' | 'usual';
export const names: readonly Name[] = ['ours', 'limit', 'usual'];

/** Each so many times; each turn begins with another, so that none is always first. */
export async function inTurns(
  runs: number,
  work: (name: Name, isLast: boolean) => Promise<void>,
): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    const first = run % names.length;
    const turn = [...names.slice(first), ...names.slice(0, first)];
    for (const name of turn) await work(name, name === turn.at(-1));
  }
}

interface Variants {
  folders: Record<Name, string>;
  origins: Record<Name, string>;
  /** Serves and answers again, at the same address, after `cut`. */
  restore(name: Name): Promise<void>;
  /** The server is gone, open connections too. */
  cut(name: Name): void;
  close(): void;
}

/** What each measure measures, and how often. */
export interface Bench extends Variants {
  browser: Browser;
  runs: number;
  /** Of the first visits to /, once they have been measured. */
  firstLcp: readonly number[];
}

/**
 * Builds and serves the three that are compared: our site; the limit, which is
 * the same pages without any script; and the usual choice for such a site.
 */
export async function serveVariants(): Promise<Variants> {
  const place = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  const each = <T>(make: (name: Name) => T) => ({
    ours: make('ours'),
    limit: make('limit'),
    usual: make('usual'),
  });
  const folders = each((name) => path.join(place, name));
  const servers = each(() => http.createServer());
  for (const name of names) await listen(servers[name]);
  const ports = each((name) => (servers[name].address() as AddressInfo).port);
  const origins = each((name) => `http://127.0.0.1:${ports[name]}`);
  buildTo(folders.ours, 'vite.config.ts', { VITE_SITE_URL: origins.ours });
  withoutScripts(folders.ours, folders.limit);
  buildTo(folders.usual, 'tests/bench/typical/vite.config.ts');
  onEveryAddress(folders.usual);
  const records = await openRecords(path.join(place, 'records'), origins.ours);
  for (const name of names) {
    const pages = serve(folders[name]);
    servers[name].on('request', async (request, response) => {
      if (await answerFirestore(records, request, response)) return;
      pages(request, response, () => response.writeHead(500).end());
    });
  }
  const cut = (name: Name) => {
    servers[name].close();
    servers[name].closeAllConnections();
  };
  return {
    folders,
    origins,
    restore: (name) => listen(servers[name], ports[name]),
    cut,
    close: () => {
      for (const name of names) cut(name);
      records.close();
      fs.rmSync(place, { recursive: true, force: true });
    },
  };
}

function listen(server: http.Server, port = 0): Promise<void> {
  return new Promise((ready) => server.listen(port, '127.0.0.1', ready));
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
