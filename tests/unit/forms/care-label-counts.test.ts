import { expect, test } from 'vitest';
import {
  countCookies,
  countThirdParty,
} from '../../../src/forms/care-label-counts.ts';

test('counts cookies, also those without a value', () => {
  expect(countCookies('')).toBe(0);
  expect(countCookies('a=1; _ga=GA1.1; empty=')).toBe(3);
});

test.each([
  ['https://pear.test/static/js/app.js', 0],
  ['https://pear.test.example/tag.js', 1],
  ['http://pear.test/insecure.svg', 1],
  ['https://www.googletagmanager.com/gtag/js?id=G-1', 1],
  ['blob:https://pear.test/5c1e', 0],
  ['chrome-extension://abc/content.js', 0],
])('counts %s as %d third-party files', (name, count) => {
  expect(countThirdParty([{ name }], 'https://pear.test')).toBe(count);
});
