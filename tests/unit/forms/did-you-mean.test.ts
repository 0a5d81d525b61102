import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  suggestDomain,
  suggestEmail,
} from '../../../src/forms/did-you-mean.ts';

function readWords(file: string): string[] {
  const text = readFileSync(`tests/unit/forms/mail-domains/${file}`, 'utf8');
  return text.trim().split(/\s+/);
}

test("suggests nothing for real domains, even if they resemble a provider's domain", () => {
  const real = readWords('real.txt');
  expect(new Set(real).size).toBeGreaterThanOrEqual(500);
  const domains = [...real, ...readWords('lookalikes.txt')];
  expect(domains.filter(suggestDomain)).toEqual([]);
});

test('corrects at least 240 of 300 misspellings of 20 common domains', () => {
  const correctDomains = new Set<string>();
  const misspelled = new Set<string>();
  const corrected = new Set<string>();
  let correct = '';
  for (const word of readWords('misspellings.txt')) {
    if (word.endsWith(':')) {
      correct = word.slice(0, -1);
      correctDomains.add(correct);
      continue;
    }
    misspelled.add(word);
    const suggestion = suggestDomain(word);
    expect([undefined, correct], word).toContain(suggestion);
    if (suggestion) corrected.add(word);
  }
  expect([correctDomains.size, misspelled.size]).toEqual([20, 300]);
  expect(corrected.size).toBeGreaterThanOrEqual(240);
});

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  [' Ada.L+x@GMAIL.CON ', 'Ada.L+x@gmail.com'],
  ['ada@pears.con', 'ada@pears.com'],
  ['ada@mail.pears.nett', 'ada@mail.pears.net'],
  ['ada@gmail', 'ada@gmail.com'],
  ['ada@gmail.com', undefined],
  ['ada@live', undefined],
  ['ada@constructor', undefined],
  ['a@b@gmial.com', undefined],
  ['', undefined],
])('suggests for the email %j: %j', (typed, suggestion) => {
  expect(suggestEmail(typed)).toBe(suggestion);
});
