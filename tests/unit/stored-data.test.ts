import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

// Visitors rely on SECURITY.md to know what the site stores on their devices.

const nodeRooms = /^(build|local-server|node|owner|rules)\//;
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !nodeRooms.test(file),
);

function readSource(file: string): string {
  return readFileSync(`src/${file}`, 'utf8');
}

/** The table of what is stored on the device, without the rest of the document. */
const [, table = ''] =
  /### On the visitor's device\n([\s\S]*?)\n#/.exec(
    readFileSync('SECURITY.md', 'utf8'),
  ) ?? [];

/** Finds the first argument of each call that stores something under a key. */
const writePattern = /\.(?:setItem|createObjectStore)\(\s*([^,]+),/g;

/** Returns the keys that an expression can be. A key that goes on has "..." at its end. */
function resolveKeys(file: string, expression: string): string[] {
  const [, literal] = /^'(.*)'$/.exec(expression) ?? [];
  if (literal) return [literal];

  const [, prefix] = /^(\w+) \+ \w+$/.exec(expression) ?? [];
  if (prefix) return resolveKeys(file, prefix).map((key) => `${key}...`);

  const text = readSource(file);
  const [, constant] =
    new RegExp(`const ${expression} = ('.*');`).exec(text) ?? [];
  if (constant) return resolveKeys(file, constant);

  const [, type] = new RegExp(`\\b${expression}: (\\w+)`).exec(text) ?? [];
  const [, union] = new RegExp(`type ${type} = ([^;]*);`).exec(text) ?? [];
  if (union)
    return Array.from(union.matchAll(/'([^']+)'/g), ([, key = '']) => key);

  const [, source] =
    new RegExp(`import {[^}]*\\b${expression}\\b[^}]*} from '(.*)'`).exec(
      text,
    ) ?? [];
  if (!source) throw new Error(`${file}: ${expression} needs a constant`);
  return resolveKeys(path.join(path.dirname(file), source), expression);
}

test('SECURITY.md lists each key and each store that the site writes on the device', () => {
  const keys = files.flatMap((file) =>
    [...readSource(file).matchAll(writePattern)].flatMap(
      ([, expression = '']) => resolveKeys(file, expression),
    ),
  );
  expect(new Set(keys).size).toBeGreaterThan(9);

  const unlisted = keys.filter((key) => !table.includes(`\`${key}\``));
  expect(unlisted).toEqual([]);
});

test('SECURITY.md lists each property of the history state, and each is in use', () => {
  const file = 'forms/history-state.ts';
  const [, body = ''] =
    /interface HistoryState {([^}]*)}/.exec(readSource(file)) ?? [];
  const properties = Array.from(
    body.matchAll(/^ {2}(\w+)\?:/gm),
    ([, name = '']) => name,
  );
  const [, row = ''] = /^\| (.*) \| the tab's history \|/m.exec(table) ?? [];
  expect(row.split(', ')).toHaveLength(properties.length);

  const users = files.map(readSource).filter((text) => {
    return text.includes('/history-state.ts');
  });
  const isUsed = (name: string) =>
    users.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(properties.filter((name) => !isUsed(name))).toEqual([]);
});

/** Every other way to store something, and the files that may do so. */
const otherWays = [
  { way: /\bindexedDB\.open\b/, allowed: ['async/indexed-db.ts'] },
  { way: /\bcaches\.open\b/, allowed: ['sw/offline-cache.ts'] },
  {
    way: /\bhistory\.(push|replace)State\b/,
    allowed: ['forms/history-state.ts', 'main.tsx'],
  },
  // This file deletes the cookies of analytics.
  { way: /\.cookie = /, allowed: ['visitor/consent.ts'] },
  {
    way: /\bcookieStore\.|\.getDirectory\(|Storage(\.\w+|\[.+\]) = /,
    allowed: [],
  },
];

test.each(otherWays)('only $allowed may use $way', ({ way, allowed }) => {
  const users = files.filter((file) => way.test(readSource(file)));
  expect(users.sort()).toEqual(allowed);
});
