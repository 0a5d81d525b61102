import * as path from 'node:path';
import { headersFor } from './expected.ts';
import { type Findings, quote } from './findings.ts';
import type { Answer, Ask } from './request.ts';
import { NoAnswer } from './request.ts';

/** The deployment that is judged. */
export interface Site {
  /** Where it is asked. */
  origin: string;
  /** What it has to call itself: another origin in a preview. */
  ownName: string;
  isLocal: boolean;
  ask: Ask;
  findings: Findings;
}

/** Gives undefined, and says so, where no whole answer comes. */
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

/** Finds what firebase.json says otherwise, but for the headers left out. */
export function checkHeaders(
  { findings }: Site,
  address: string,
  { headers }: Answer,
  leftOut: readonly string[] = [],
): void {
  for (const [name, wanted] of headersFor(address)) {
    if (leftOut.includes(name)) continue;
    const given = headers[name]?.toString();
    if (given === undefined) {
      findings.release('header', address, `there is no ${name}`);
    } else if (!isAsWanted(name, given, wanted)) {
      const words = `${name} is ${quote(given)}, not ${quote(wanted)}`;
      findings.release('header', address, words);
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

/** What makes a page wait has to travel packed. */
export function checkCompression(
  { findings }: Site,
  address: string,
  { headers, body }: Answer,
): void {
  const isPacked = headers['content-encoding'] !== undefined;
  const isText = /^(\.(js|css))?$/.test(path.extname(address));
  if (isPacked || !isText || body.length < 2000) return;
  findings.elsewhere(
    'compression',
    address,
    'it travels uncompressed',
    'Hosting compresses by itself: see what stands before it.',
  );
}

const slow = 3000;

export function checkPace(
  { findings, isLocal }: Site,
  address: string,
  { took }: Answer,
): void {
  if (took < slow || isLocal) return;
  findings.elsewhere(
    'slow',
    address,
    `it took more than ${slow / 1000} s`,
    'Run this again; if it stays so, see status.firebase.google.com.',
  );
}
