import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  suggestDomain,
  suggestEmail,
} from '../../../src/forms/did-you-mean.ts';

const readText = (file: string) =>
  readFileSync(`tests/unit/forms/mail-domains/${file}`, 'utf8').trim();

test("suggests nothing for real domains, even if they resemble a provider's domain", () => {
  const realDomains = readText('real.txt').split(/\s+/);
  expect(new Set(realDomains).size).toBeGreaterThanOrEqual(500);
  const domains = [...realDomains, ...readText('lookalikes.txt').split(/\s+/)];
  expect(domains.filter(suggestDomain)).toEqual([]);
});

test('corrects at least 240 of 300 misspellings of 20 common domains', () => {
  const groups = readText('misspellings.txt').split(/\s+(?=\S+:)/);

  const suggestions = new Map<string, string | undefined>();
  for (const group of groups) {
    const [domain, ...misspellings] = group.split(/:?\s+/);
    for (const word of misspellings) {
      const suggestion = suggestDomain(word);
      suggestions.set(word, suggestion);
      expect([undefined, domain], word).toContain(suggestion);
    }
  }

  expect(groups).toHaveLength(20);
  expect(suggestions.size).toBe(300);

  const corrections = [...suggestions.values()].filter(Boolean);
  expect(corrections.length).toBeGreaterThanOrEqual(240);
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
