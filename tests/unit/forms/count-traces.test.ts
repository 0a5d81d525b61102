import { expect, test } from 'vitest';
import { countCookies, countOthers } from '../../../src/forms/count-traces.ts';

test.each([
  ['', 0],
  ['a=1', 1],
  ['a=1; _ga=GA1.1; empty=', 3],
])('counts the cookies in "%s"', (cookies, count) => {
  expect(countCookies(cookies)).toBe(count);
});

test('counts only what another origin sent over the network', () => {
  const names = [
    'https://pear.test/static/js/app.js',
    'https://pear.test.example/tag.js',
    'http://pear.test/insecure.svg',
    'https://www.googletagmanager.com/gtag/js?id=G-1',
    'blob:https://pear.test/5c1e',
    'chrome-extension://abc/content.js',
  ];
  const entries = names.map((name) => ({ name }));
  expect(countOthers(entries, 'https://pear.test')).toBe(3);
});
