import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Built, serveFolder } from '../support/builds.ts';

export const names = ['ours', 'limit'] as const;
export type Name = (typeof names)[number];

export interface Copies {
  origins: Record<Name, string>;
  close(): void;
}

/** The built site, and the limit: the same pages without any script. */
export async function serveCopies(site: string): Promise<Copies> {
  const [ours, limit] = [await serveCopy(site), await serveLimit(site)];
  return {
    origins: { ours: ours.origin, limit: limit.origin },
    close: () => {
      ours.close();
      limit.close();
    },
  };
}

export function serveCopy(site: string): Promise<Built> {
  return serveFolder(copyOfSite(), site);
}

function serveLimit(site: string): Promise<Built> {
  const folder = copyOfSite();
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((name) => name.endsWith('.html'))) {
    const file = path.join(folder, name);
    const html = fs
      .readFileSync(file, 'utf8')
      .replace(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '');
    fs.writeFileSync(file, html);
  }
  return serveFolder(folder, site);
}

function copyOfSite(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  fs.cpSync('dist', folder, { recursive: true });
  return folder;
}
