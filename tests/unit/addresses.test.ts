import { expect, test } from 'vitest';
import {
  findAddress,
  findDestination,
  repairPath,
} from '../../src/addresses.ts';

const createAddress = (path: string) => new URL(`https://pear.example${path}`);
const findByPath = (path: string) => findAddress(createAddress(path));

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
  '에서',
  '을',
  'をご覧ください',
  'の紹介',
  '在这里',
  '查看',
  'で。詳しくはこちら',
  'здесь',
  'εδώ',
  'כאן',
  'هنا',
  'ที่นี่',
  'यहाँ',
  'é',
  'ı',
  '／登録',
  '。Read more',
  '.에서',
  ').今すぐ',
  '/한국어/소개',
  '-日本',
  '한국어 text 2',
  '👍and',
  '，see',
  '”and',
  // EUC-KR, Shift JIS, and UTF-8 that was cut inside a character.
  '%BF%A1%BC%AD',
  '%82%CC',
  '%EC%97%90%EC%84',
])('ignores %j of another script behind an address', (tail) => {
  for (const behind of [tail, createAddress(`/${tail}`).pathname.slice(1)]) {
    expect(findByPath(`/waitlist${behind}`)).toBe('/waitlist');
    expect(findByPath(`/waitList${behind}?a=1&b=é`)).toBe(
      '/waitlist?a=1&b=%C3%A9',
    );
    expect(findByPath(`/about.html${behind}`)).toBe('/about');
    expect(findByPath(`/${behind}`)).toBe('/');
    expect(findByPath(`/nope${behind}`)).toBeUndefined();
    expect(findByPath(`/waitlistx${behind}`)).toBeUndefined();

    const { kind } = findDestination(createAddress(`/waitlist${behind}`));
    expect(kind).toBe('redirect');
  }
  expect(findByPath(`/waitlist${tail}&a=1`)).toBe('/waitlist?a=1');
});

test.each([
  '/no/such/page',
  '/waitlistx',
  '/waitlist-foo',
  '/waitlist/foo',
  '/waitlist2',
  '/waitlist_foo',
  '/no/日本',
  '/wait日list/foo',
  '/nope',
  '/waitlist/deeper',
  '/waitlists',
  '/waitlist)deeper',
  '/404',
  '/indexes',
  '/myindex',
  '/about.html-old',
  '/about/index/more',
  '/about.html/more',
  '/v1.2/more',
  '/sitemap.xml',
  '/static/js/gone.js',
  '/PICTURE.PNG',
  '/unknown.html',
  '/about.htmlx',
  '/%',
  '/waitlist%',
  '/%25',
  '/waitlist%25',
])('finds no page for %s', (path) => {
  expect(findByPath(path)).toBeUndefined();
});

test.each([
  ['/favicon.svg', 'file'],
  ['/nope/more.PDF', 'file'],
  ['/lora.woff2', 'file'],
  ['/unknown.html', 'file'],
  ['/about', 'page'],
  ['/about?a=1', 'page'],
  ['/about.html', 'redirect'],
  ['/about&a=1', 'redirect'],
  ['/waitlist.', 'redirect'],
  ['/unknown', 'unknown'],
  ['/v1.2', 'unknown'],
  ['/a.b/unknown', 'unknown'],
  ['/404', 'unknown'],
])('finds that %s leads to: %s', (path, kind) => {
  expect(findDestination(createAddress(path)).kind).toBe(kind);
});

test('names the page of a canonical address, and the address of another spelling', () => {
  expect(findDestination(createAddress('/waitlist?a=1'))).toMatchObject({
    route: { path: '/waitlist', page: 'form' },
  });
  expect(findDestination(createAddress('/waitList?a=1'))).toMatchObject({
    address: '/waitlist?a=1',
  });
});

test.each([
  ['/unknown', '/unknown'],
  ['//unknown//more', '/unknown//more'],
  ['/%', '/%25'],
  ['//a%20b%', '/a%2520b%25'],
  ['/a%20b', '/a%20b'],
])('repairs the path %s for the router: %s', (path, repaired) => {
  expect(repairPath(path)).toBe(repaired);
});
