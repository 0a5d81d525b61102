import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const count = 57;

test('each fault of the outbox has a test that names it', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((name) => /\.(test|spec)\.ts$/.test(name))
    .map((name) => readFileSync(path.join('tests', name), 'utf8'));
  const named = new Set<number>();
  for (const [title] of sources.join('').matchAll(/['"`]F\d.*/g)) {
    for (const [, from = '', to = from] of title.matchAll(
      /F(\d+)(?: to F(\d+))?/g,
    )) {
      for (let one = Number(from); one <= Number(to); one += 1) named.add(one);
    }
  }
  const all = Array.from({ length: count }, (_, index) => index + 1);
  expect(all.filter((one) => !named.has(one))).toEqual([]);
});
