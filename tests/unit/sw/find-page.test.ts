import { expect, test } from 'vitest';
import { routes } from '../../../src/routes.ts';
import { findPage } from '../../../src/sw/find-page.ts';

const answer = (path: string) =>
  findPage(new URL(`https://pear.example${path}`));

test.each(routes.map(({ path }) => path))('%s is its own page', (path) => {
  expect(answer(path)).toBe(path);
});

test.each([
  ['/waitList', '/waitlist'],
  ['/waitlist/', '/waitlist'],
  ['/BRANDSIGNUP', '/brandSignup'],
  ['/brandsignup/?from=mail', '/brandSignup?from=mail'],
  ['/index.html', '/'],
  ['/about.html', '/about'],
  ['/about/index.html?a=1', '/about?a=1'],
  ['//waitlist', '/waitlist'],
  ['/%77aitlist', '/waitlist'],
])('%s is led to %s', (path, to) => {
  expect(answer(path)).toBe(to);
});

test.each([
  '/nope',
  '/waitlist/deeper',
  '/404',
  '/about.html/more',
  '/v1.2/more',
  '/sitemap.xml',
  '/static/js/gone.js',
  '/PICTURE.PNG',
  '/unknown.html',
  '/about.htmlx',
  '/about.html/',
  '/%',
])('%s is left to the network', (path) => {
  expect(answer(path)).toBeUndefined();
});
