import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { spellings } from './expected.ts';
import { quote } from './findings.ts';
import { eachOf } from './request.ts';
import { checkFile, get, type Site } from './site.ts';

/**
 * Judges every file of the build at its address, every other spelling of a
 * page, and what is missing; returns what was looked at.
 */
export async function checkServed(site: Site): Promise<string> {
  const files = fs
    .readdirSync(site.dist, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && found.name !== '404.html')
    .map((found) => path.join(found.parentPath, found.name))
    .map((file) => path.relative(site.dist, file).replaceAll(path.sep, '/'));
  await eachOf(files, (file) => checkFile(site, file, addressOf(file)));
  await eachOf(spellings, ([from, to]) => checkMoved(site, from, to));
  const nobody = randomUUID();
  const missing: [address: string, where: string][] = [
    [`/${nobody}`, 'a missing page'],
    [`/static/js/${nobody}.js`, 'a missing file in /static/'],
  ];
  await eachOf(missing, ([address, where]) =>
    checkFile(site, '404.html', address, where),
  );
  return `${files.length} files, ${spellings.length} redirects, what is missing`;
}

/** Hosting answers pages at their clean addresses. */
function addressOf(file: string): string {
  return `/${file}`.replace(/(\/index)?\.html$/, '') || '/';
}

async function checkMoved(site: Site, from: string, to: string): Promise<void> {
  const { origin, findings } = site;
  const answer = await get(site, from);
  if (!answer) return;
  const { location = '' } = answer.headers;
  const leads = URL.canParse(location, origin)
    ? new URL(location, origin).href
    : location;
  if (answer.status === 301 && leads === new URL(to, origin).href) return;
  const instead = location ? ` to ${quote(location)}` : '';
  const what = `it answers ${answer.status}${instead}, not 301 to ${to}`;
  findings.release('redirect', from, what);
}
