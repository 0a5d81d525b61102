import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { meantAddress, meantDomain } from '../../../src/forms/did-you-mean.ts';

const domainsIn = (file: string) =>
  readFileSync(path.join('tests/unit/forms/mail-domains', file), 'utf8')
    .trim()
    .split(/\s+/);
/** Domains that people have mail at, of providers and firms of all countries. */
const real = domainsIn('real.txt');
/** Names that companies have or could have, close to a provider's. */
const lookalikes = domainsIn('lookalikes.txt');

test('no real domain is called misspelt', () => {
  expect(new Set(real).size).toBeGreaterThanOrEqual(500);
  const alarms = [...real, ...lookalikes].filter(meantDomain);
  expect(alarms).toEqual([]);
});

test('of 300 misspellings of the twenty commonest most are seen', () => {
  const [meant, typed, seen] = [new Set(), new Set(), new Set()];
  let domain = '';
  for (const word of domainsIn('misspellings.txt')) {
    if (word.endsWith(':')) {
      domain = word.slice(0, -1);
      meant.add(domain);
      continue;
    }
    typed.add(word);
    const found = meantDomain(word);
    expect([undefined, domain], word).toContain(found);
    if (found) seen.add(word);
  }
  expect([meant.size, typed.size]).toEqual([20, 300]);
  console.log(`${seen.size} of 300 misspellings are seen`);
  expect(seen.size).toBeGreaterThanOrEqual(240);
});

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  [' Ada.L+x@GMAIL.CON ', 'Ada.L+x@gmail.com'],
  ['ada@gmial.con', 'ada@gmail.com'],
  ['ada@pears.con', 'ada@pears.com'],
  ['ada@mail.pears.nett', 'ada@mail.pears.net'],
  ['ada@gmail', 'ada@gmail.com'],
  ['ada@gmail.com', undefined],
  ['ada@pears.co', undefined],
  ['ada@live', undefined],
  ['ada@constructor', undefined],
  ['ada@con', undefined],
  ['@gmial.com', undefined],
  ['a@b@gmial.com', undefined],
  ['', undefined],
])('%j is meant to be %j', (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});
