import * as fs from 'node:fs';
import * as path from 'node:path';
import { headersFor, isTypeOf } from './expected.ts';
import { type Findings, quote } from './findings.ts';
import { type Answer, type Ask, NoAnswer } from './request.ts';

/** The deployment that is judged. */
export interface Site {
  origin: string;
  isLocal: boolean;
  /** The folder of the build that it has to serve, byte for byte. */
  dist: string;
  ask: Ask;
  findings: Findings;
}

/** Returns undefined, and says so, where no whole answer comes. */
export async function get(
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

/** Judges a file of the build where it is served, at the place called so. */
export async function checkFile(
  site: Site,
  file: string,
  address: string,
  where = address,
): Promise<void> {
  const { findings, dist } = site;
  const answer = await get(site, address);
  if (!answer) return;
  const { status, headers, body } = answer;
  const wanted = file === '404.html' ? 404 : 200;
  const type = headers['content-type'];
  if (status !== wanted) {
    const what = `it answers ${status}, not ${wanted}`;
    findings.release('status', where, what);
  } else if (!isTypeOf(file, type)) {
    findings.release('type', where, `it comes as ${quote(type ?? 'nothing')}`);
  } else {
    if (!body.equals(fs.readFileSync(path.join(dist, file)))) {
      const what = 'it is not what a build of this checkout has there';
      findings.release('build', where, what);
    }
    checkHeaders(site, address, where, answer);
    checkTravel(site, file, where, answer);
  }
}

/** Finds what firebase.json says otherwise. */
function checkHeaders(
  { findings }: Site,
  address: string,
  where: string,
  { status, headers }: Answer,
): void {
  const { 'cache-control': cache = '', vary } = headers;
  // With `Vary: *` no browser takes the answer again.
  if (status === 404 && !/no-cache|no-store/.test(cache) && vary !== '*') {
    const what = `it is kept: cache-control ${quote(cache)}`;
    findings.release('404', where, what);
  }
  for (const [name, wanted] of headersFor(address)) {
    if (status === 404 && name === 'cache-control') continue;
    const given = headers[name]?.toString();
    if (given === undefined) {
      findings.release('header', where, `there is no ${name}`);
    } else if (!isAsWanted(name, given, wanted)) {
      const words = `${name} is ${quote(given)}, not ${quote(wanted)}`;
      findings.release('header', where, words);
    }
  }
}

function isAsWanted(name: string, given: string, wanted: string): boolean {
  // Hosting may ask for a longer time at its own addresses.
  if (name === 'strict-transport-security')
    return ageOf(given) >= ageOf(wanted);
  return plain(given) === plain(wanted);
}

function ageOf(header: string): number {
  return Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
}

function plain(header: string): string {
  return header.toLowerCase().replace(/\s+/g, '');
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
