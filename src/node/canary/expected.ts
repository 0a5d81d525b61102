import * as path from 'node:path';
import patterns from 'superstatic/lib/utils/patterns.js';
import firebase from '../../../firebase.json' with { type: 'json' };
import { routes } from '../../routes.ts';

/** By lower-case name, what firebase.json says of an address; the last counts. */
export function headersFor(address: string): ReadonlyMap<string, string> {
  const { pathname } = new URL(address, 'http://x');
  const headers = firebase.hosting.headers
    .filter(({ source }) =>
      patterns.configMatcher(pathname, {
        source: source.replace(/^(?!\/)/, '/'),
      }),
    )
    .flatMap((rule) => rule.headers);
  return new Map(headers.map(({ key, value }) => [key.toLowerCase(), value]));
}

/** Other spellings of pages, and where they lead. */
export const spellings: readonly (readonly [from: string, to: string])[] = [
  ...firebase.hosting.redirects.map(
    ({ source, destination }) => [source, destination] as const,
  ),
  ...routes
    .filter((route) => route.path !== '/')
    .flatMap((route) =>
      ['/', '.html'].map((end) => [route.path + end, route.path] as const),
    ),
];

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

/** Whether the content type is one that the file may have. */
export function isTypeOf(file: string, type = ''): boolean {
  return types[path.extname(file)]?.test(type) ?? false;
}
