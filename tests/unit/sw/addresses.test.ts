import { expect, test } from 'vitest';
import { findAddress } from '../../../src/routes.ts';
import { isFile } from '../../../src/sw/is-file.ts';

const addressOf = (path: string) => new URL(`https://pear.example${path}`);
const findByPath = (path: string) => findAddress(addressOf(path));

test.each([
  ['/waitList', '/waitlist'],
  ['/waitlist/', '/waitlist'],
  ['/BRANDSIGNUP', '/brandSignup'],
  ['/brandsignup/?from=mail', '/brandSignup?from=mail'],
  ['/index.html', '/'],
  ['/index', '/'],
  ['/about.html', '/about'],
  ['/about/index.html?a=1', '/about?a=1'],
  ['/about.html/', '/about'],
  ['//waitlist', '/waitlist'],
  ['/%77aitlist', '/waitlist'],
  ['/waitlist&utm_source=x', '/waitlist?utm_source=x'],
  ['/waitlist&amp;utm_source=x', '/waitlist?utm_source=x'],
  ['/waitlist%26utm_source=x&b=2', '/waitlist?utm_source=x&b=2'],
  ['/waitlist%3Futm_source=x', '/waitlist?utm_source=x'],
  ['/waitlist.%3fa=%25&b=2?c=3', '/waitlist?a=%25&b=2&c=3'],
  ['/&utm_source=x', '/?utm_source=x'],
  ['/%20', '/'],
  ['/%E2%80%8Bwait%C2%ADlist', '/waitlist'],
])('findAddress maps %s to %s', (path, address) => {
  expect(findByPath(path)).toBe(address);
});

const encodedEndings =
  '%22 %20 %C2%A0 %E2%80%8B %EF%BB%BF %29 %2C %3B %3E %E2%80%9D.';
const ignoredEndings = `. ) , ; : ! " ' * _ > ] /). ” ’ » … 。 ） .html. ${encodedEndings}`;

test.each([...ignoredEndings.split(' '), '\u200d', '\ufe0f'])(
  'ignores %j at the end of an address',
  (tail) => {
    expect(findByPath(`/waitlist${tail}`)).toBe('/waitlist');
    expect(findByPath(`/waitlist${tail}?a=1`)).toBe('/waitlist?a=1');
  },
);

test.each([
  ...['/nope', '/waitlist/deeper', '/waitlists', '/waitlist)deeper', '/404'],
  ...['/about.html/more', '/v1.2/more', '/sitemap.xml', '/static/js/gone.js'],
  ...['/PICTURE.PNG', '/unknown.html', '/about.htmlx', '/%', '/waitlist%'],
  ...['/%25', '/waitlist%25'],
])('finds no page for %s', (path) => {
  expect(findByPath(path)).toBeUndefined();
});

test.each([
  ['/favicon.svg', true],
  ['/nope/more.PDF', true],
  ['/lora.woff2', true],
  ['/unknown.html', true],
  ['/about.html', false],
  ['/waitlist.', false],
  ['/press', false],
  ['/v1.2', false],
  ['/a.b/press', false],
])('decides whether %s is the address of a file: %s', (path, expected) => {
  expect(isFile(addressOf(path))).toBe(expected);
});
