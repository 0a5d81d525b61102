import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { type APIRequestContext, expect as base } from 'playwright/test';
import patterns from 'superstatic/lib/utils/patterns.js';
import firebase from '../../firebase.json' with { type: 'json' };
import { pages } from '../support/pages.ts';
import type { Deployment } from './deployment.ts';

// What the site serves, read without a browser.

// Ends before the time limit of a step, whose message would name no cause.
const expect = base.configure({ timeout: 20_000 });

export interface Served extends Deployment {
  request: APIRequestContext;
}

export async function checkWorker(served: Served): Promise<void> {
  const { dist, project } = served;
  const built = readFileSync(path.join(dist, 'sw.js'), 'utf8');
  const read = async () => (await get(served, '/sw.js')).text();
  const isOurs = (await read()).includes(project);
  expect(isOurs, `/sw.js sends to the project ${project}`).toBe(true);
  const isBuilt = async () => (await read()) === built;
  // Hosting may take some seconds to serve a new version everywhere.
  await expect
    .poll(isBuilt, `/sw.js is the one of the build in ${dist}`)
    .toBe(true);
}

/** Checks the files that the worker has no hash of: icons, manifest, texts. */
export async function checkFiles(served: Served): Promise<void> {
  const hashed = /\.(html|js|css|woff2|svg)$/;
  const names = readdirSync(served.dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name) && !hashed.test(name))
    .map((name) => name.split(path.sep).join('/'));
  await checkEach(names, (name) => compare(served, `/${name}`, name));
}

export async function checkPages(served: Served): Promise<void> {
  const scripts = readdirSync(path.join(served.dist, 'static/js'));
  const entry = scripts.find((name) => name.startsWith('index-'));
  const files = ['sw.js', `static/js/${entry}`];
  await checkEach(
    [...pages.map(({ path }) => path), ...files.map((name) => `/${name}`)],
    (address) => compare(served, address, fileAt(address)),
  );
}

/** Checks every other spelling of a page's address. */
export async function checkRedirects(served: Served): Promise<void> {
  const named = firebase.hosting.redirects.map(
    ({ source, destination }) => [source, destination] as const,
  );
  const spelled = pages
    .filter(({ path }) => path !== '/')
    .flatMap(({ path }) =>
      [`${path}/`, `${path}.html`].map((from) => [from, path] as const),
    );
  await checkEach([...named, ...spelled], async ([from, to]) => {
    const answer = await get(served, from);
    const { location = '' } = answer.headers();
    const isThere = [to, served.origin + to].includes(location);
    if (answer.status() === 301 && isThere) return [];
    return [`${from} answers ${answer.status()} ${location}, not 301 ${to}`];
  });
}

export async function checkMissing(served: Served): Promise<void> {
  const missing = [`/${randomUUID()}`, `/static/js/${randomUUID()}.js`];
  await checkEach(missing, (address) =>
    compare(served, address, '404.html', 404),
  );
}

function get({ origin, request }: Served, address: string) {
  return request.get(origin + address, { maxRedirects: 0 });
}

async function checkEach<Place>(
  places: readonly Place[],
  findProblems: (place: Place) => Promise<string[]>,
): Promise<void> {
  const problems = await Promise.all(places.map(findProblems));
  expect(problems.flat()).toEqual([]);
}

/** The file of the build behind a clean address. */
function fileAt(address: string): string {
  const name = address.slice(1) || 'index';
  return path.extname(name) ? name : `${name}.html`;
}

async function compare(
  served: Served,
  address: string,
  file: string,
  wanted = 200,
): Promise<string[]> {
  const answer = await get(served, address);
  const status = answer.status();
  if (status !== wanted) return [`${address} answers ${status}, not ${wanted}`];
  const built = readFileSync(path.join(served.dist, file));
  const isBuilt = built.equals(await answer.body());
  const problems = headerProblems(address, status, answer.headers());
  return isBuilt
    ? problems
    : [`${address} is not ${file} of the build`, ...problems];
}

function headerProblems(
  address: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): string[] {
  const wanted = headersFor(address);
  const problems: string[] = [];
  if (status === 404) {
    const { 'cache-control': cache = '', vary = '' } = headers;
    // No cache stores an answer that varies by everything.
    if (!vary.includes('*') && !/no-cache|no-store/.test(cache)) {
      problems.push(`${address} is missing, and cached: ${cache}`);
    }
    wanted.delete('cache-control');
  }
  for (const [name, value] of wanted) {
    const given = headers[name];
    if (given !== undefined && isAsWanted(name, given, value)) continue;
    problems.push(`${address} has ${name}: ${given}, not ${value}`);
  }
  return problems;
}

/** Headers of firebase.json by their lower-case names; the last rule counts. */
function headersFor(address: string): Map<string, string> {
  const rules = firebase.hosting.headers.filter(({ source }) =>
    patterns.configMatcher(address, { source: source.replace(/^(?!\/)/, '/') }),
  );
  const headers = rules.flatMap((rule) => rule.headers);
  return new Map(headers.map(({ key, value }) => [key.toLowerCase(), value]));
}

function isAsWanted(name: string, given: string, wanted: string): boolean {
  const ageOf = (text: string) => Number(/max-age=(\d+)/.exec(text)?.[1]);
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '');
  // At its own addresses Hosting sets a longer time.
  return name === 'strict-transport-security'
    ? ageOf(given) >= ageOf(wanted)
    : plain(given) === plain(wanted);
}
