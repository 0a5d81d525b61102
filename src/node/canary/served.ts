import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import patterns from 'superstatic/lib/utils/patterns.js';
import firebase from '../../../firebase.json' with { type: 'json' };
import { routes } from '../../routes.ts';
import { quote } from './findings.ts';
import { type Answer, eachOf, NoAnswer } from './request.ts';
import type { Site } from './site.ts';

const { redirects, headers: rules } = firebase.hosting;

/** Other spellings of pages, and where they lead. */
const spellings: [from: string, to: string][] = [
  ...redirects.map((one) => [one.source, one.destination] as [string, string]),
  ...routes
    .filter((route) => route.path !== '/')
    .flatMap(({ path }): [string, string][] => [
      [`${path}/`, path],
      [`${path}.html`, path],
    ]),
];

/**
 * Judges every file of the build at its address, every other spelling of a
 * page, and what is missing; returns what was looked at.
 */
export async function checkServed(site: Site, dist: string): Promise<string> {
  const files = fs
    .readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && found.name !== '404.html')
    .map((found) => path.join(found.parentPath, found.name))
    .map((file) => path.relative(dist, file).replaceAll(path.sep, '/'));
  await eachOf(files, (file) =>
    checkFile(site, path.join(dist, file), addressOf(file)),
  );
  await eachOf(spellings, ([from, to]) => checkMoved(site, from, to));
  const nobody = randomUUID();
  const missing = [
    [`/${nobody}`, 'a missing page'],
    [`/static/js/${nobody}.js`, 'a missing file in /static/'],
  ] as const;
  await eachOf(missing, ([address, where]) =>
    checkFile(site, path.join(dist, '404.html'), address, where),
  );
  return `${files.length} files, ${spellings.length} redirects, what is missing`;
}

/** Hosting answers pages at their clean addresses. */
function addressOf(file: string): string {
  return `/${file}`.replace(/(\/index)?\.html$/, '') || '/';
}

/** Returns undefined, and says so, where no whole answer comes. */
async function get(
  { origin, ask, findings }: Site,
  address: string,
): Promise<Answer | undefined> {
  try {
    return await ask(origin + address);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    findings.unanswered(address, error.code);
    return undefined;
  }
}

async function checkMoved(site: Site, from: string, to: string): Promise<void> {
  const answer = await get(site, from);
  if (!answer) return;
  const { location = '' } = answer.headers;
  const isThere = [to, site.origin + to].includes(location);
  if (answer.status === 301 && isThere) return;
  const instead = location ? ` to ${quote(location)}` : '';
  const what = `it answers ${answer.status}${instead}, not 301 to ${to}`;
  site.findings.release('redirect', from, what);
}

const types: Readonly<Record<string, RegExp>> = {
  '.html': /^text\/html; ?charset=utf-8$/i,
  // Hosting and its emulator have each their own of the two.
  '.js': /^(text|application)\/javascript\b/,
  '.css': /^text\/css\b/,
  '.svg': /^image\/svg\+xml\b/,
  '.png': /^image\/png$/,
  '.woff2': /^font\/woff2$/,
  '.webmanifest': /^application\/manifest\+json\b/,
  '.xml': /^(text|application)\/xml\b/,
  '.txt': /^text\/plain\b/,
};

/** Judges a file of the build where it is served, at the place called so. */
export async function checkFile(
  site: Site,
  file: string,
  address: string,
  where = address,
): Promise<void> {
  const answer = await get(site, address);
  if (!answer) return;
  const release = (id: string, what: string) =>
    site.findings.release(id, where, what);
  const { status, headers, body } = answer;
  const wanted = path.basename(file) === '404.html' ? 404 : 200;
  const type = headers['content-type'] ?? '';
  if (status !== wanted) {
    release('status', `it answers ${status}, not ${wanted}`);
  } else if (!types[path.extname(file)]?.test(type)) {
    release('type', `it comes as ${quote(type)}`);
  } else {
    if (!body.equals(fs.readFileSync(file))) {
      release('build', 'it is not what a build of this checkout has there');
    }
    checkHeaders(address, answer, release);
    checkTravel(site, file, where, answer);
  }
}

/** Finds what firebase.json says otherwise. */
function checkHeaders(
  address: string,
  { status, headers }: Answer,
  release: (id: string, what: string) => void,
): void {
  const { 'cache-control': cache = '', vary } = headers;
  // With `Vary: *` no browser takes the answer again.
  if (status === 404 && !/no-cache|no-store/.test(cache) && vary !== '*') {
    release('404', `it is kept: cache-control ${quote(cache)}`);
  }
  for (const [name, wanted] of headersFor(address)) {
    if (status === 404 && name === 'cache-control') continue;
    const given = headers[name]?.toString();
    if (given === undefined) release('header', `there is no ${name}`);
    else if (!isAsWanted(name, given, wanted)) {
      release('header', `${name} is ${quote(given)}, not ${quote(wanted)}`);
    }
  }
}

/** By lower-case name, what firebase.json says of an address; the last counts. */
function headersFor(address: string): ReadonlyMap<string, string> {
  const headers = rules
    .filter(({ source }) =>
      patterns.configMatcher(address, {
        source: source.replace(/^(?!\/)/, '/'),
      }),
    )
    .flatMap((rule) => rule.headers);
  return new Map(headers.map(({ key, value }) => [key.toLowerCase(), value]));
}

function isAsWanted(name: string, given: string, wanted: string): boolean {
  const ageOf = (text: string) => Number(/max-age=(\d+)/.exec(text)?.[1] ?? 0);
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '');
  // Hosting may ask for a longer time at its own addresses.
  return name === 'strict-transport-security'
    ? ageOf(given) >= ageOf(wanted)
    : plain(given) === plain(wanted);
}

const slow = 3000;

/** What makes a page wait: Hosting sees to it by itself. */
function checkTravel(
  { findings, isLocal }: Site,
  file: string,
  where: string,
  { headers, body, took }: Answer,
): void {
  const isText = /\.(html|js|css)$/.test(file) && body.length >= 2000;
  if (isText && !headers['content-encoding']) {
    const what = 'it travels uncompressed';
    const todo = 'Hosting compresses by itself: see what stands before it.';
    findings.elsewhere('compression', where, what, todo);
  }
  if (took >= slow && !isLocal) {
    const what = `it took more than ${slow / 1000} s`;
    const todo =
      'Run this again; if it stays so, see status.firebase.google.com.';
    findings.elsewhere('slow', where, what, todo);
  }
}
