import { expect, test } from 'vitest';
import { meantAddress, meantDomain } from '../../../src/forms/did-you-mean.ts';
import { lookalikes, misspellings, realDomains } from './mail-domains.ts';

test('no real domain is called misspelt', () => {
  expect(new Set(realDomains).size).toBeGreaterThanOrEqual(500);
  const alarms = [...realDomains, ...lookalikes].map((domain) => [
    domain,
    meantDomain(domain),
  ]);
  expect(alarms.filter(([, meant]) => meant)).toEqual([]);
});

test('of 300 misspellings of the twenty commonest most are seen', () => {
  const all = Object.entries(misspellings).flatMap(([meant, typed]) =>
    typed.split(/\s+/).map((domain) => [domain, meant] as const),
  );
  expect(new Set(all.map(([domain]) => domain)).size).toBe(300);
  expect(Object.keys(misspellings)).toHaveLength(20);
  const seen = all.filter(([domain, meant]) => meantDomain(domain) === meant);
  const other = all.filter(
    ([domain, meant]) => ![undefined, meant].includes(meantDomain(domain)),
  );
  console.log(`${seen.length} of 300 misspellings are seen`);
  expect(other).toEqual([]);
  expect(seen.length).toBeGreaterThanOrEqual(240);
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
  ['ada@undefined', undefined],
  ['ada@con', undefined],
  ['ada@', undefined],
  ['@gmial.com', undefined],
  ['gmial.com', undefined],
  ['a@b@gmial.com', undefined],
  ['', undefined],
])('%j is meant to be %j', (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant);
});
