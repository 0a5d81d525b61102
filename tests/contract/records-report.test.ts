import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hand, show, wherever } from './owner.ts';

const directory = temporaryFolder();

wherever((at) => {
  const handBrand = async (id: string, email: string, brand: string) => {
    const { origin } = at();
    await hand(origin, 'waitlist', [id], { email, favoriteBrand: brand });
    await hand(origin, 'favoriteBrand', [id], { email, brand });
  };

  test('a report counts people once, and a brand in all its spellings', async () => {
    await handBrand('a', 'ada@x.org', 'Comme des Garçons');
    await handBrand('b', 'ADA@x.org', 'commedes garcons');
    await handBrand('c', 'bob@x.org', 'Comme des Garçons');
    await handBrand('d', 'eve@x.org', 'Zara<script>\u001b[31m');
    await hand(at().origin, 'careers', ['e'], { email: 'eve@x.org' });
    const { text } = await show(['report'], at().env);
    expect(text).toMatch(/^Report on .*\nSign-ups: 4\nDistinct people: 3\n/);
    expect(text).toMatch(
      /Sign-ups per day, UTC\n( {2}[-\d]{10} {2}\d {2}█+\n)+/,
    );
    expect(text).toMatch(/\n {2}brands {4}0\n {2}careers {3}1 {2}█+\n/);
    expect(text).toMatch(
      /\n {2}Comme des Garçons +3 {2}█{40}\n {2}Zara<script> \[31m +1 /,
    );
    expect(text).toMatch(/\n {2}Mon {2}[·▁-█]{24} {2}\d\n/);
    const out = ['report', '--out', 'report.html'];
    const made = await show(out, at().env, { directory });
    const file = path.join(directory, 'report.html');
    expect(made.text).toBe(`The report is in ${file}\n`);
    const page = fs.readFileSync(file, 'utf8');
    expect(page.match(/<section>/g)).toHaveLength(5);
    expect(page).toContain(
      '<th>Comme des Garçons</th><td><i style="width:100.0%">',
    );
    expect(page).toContain('Zara&lt;script> [31m<');
    expect(page).not.toMatch(/<script|\b(src|href)=|url\(|@import|x\.org/);
  });

  test('a review names what looks wrong, and nothing else', async () => {
    const { origin } = at();
    const message = 'The very same words, sent by many.';
    const give = (collection: string, id: string, more: object) =>
      hand(origin, collection, [id], { email: `${id}@x.org`, ...more });
    await give('brandContact', 'fine', { company: 'Booking.com' });
    await give('brandContact', 'gmail', { email: 'ada@gmial.com' });
    await give('brandContact', 'ending', { email: 'ada@pears.con' });
    await give('brandContact', 'none', { email: 'ada@pears' });
    await give('brandContact', 'never', { email: 'ada@example.com' });
    await give('brandContact', 'link', { name: 'see www.x.org' });
    await give('brandContact', 'site', { name: 'see my-site.ru' });
    await give('brandContact', 'person', { name: 'Dr.Li J.Smith' });
    await give('brandContact', 'script', { email: 'amit@डाटामेल.भारत' });
    await give('brandContact', 'dots', { email: 'hana..o@docomo.ne.jp' });
    await give('careers', 'web', { message: 'See https://x.org' });
    await give('careers', 'html', { message: 'See <a href=x>' });
    await give('careers', 'code', { message: 'See [url=x]' });
    await give('careers', 'plain', { message: 'See x.org, a < b' });
    for (const id of ['one', 'two', 'three'])
      await give('feedback', id, { message: ` ${message}` });
    await give('feedback', 'short', { message: 'Hello' });
    const ids = Array.from({ length: 20 }, (_, index) => `b${index}`);
    await hand(origin, 'waitlist', ids.slice(0, 5), { email: 'bo@x.org' });
    const { text } = await show(['review'], at().env);
    const reasons = [...text.matchAll(/^ {2}\S+ {2}(\S+) .*\n {4}\^ (.*)$/gm)];
    expect(text).toMatch(/^17 of 23 records in .* look wrong; none is hidden/);
    expect(reasons.map(([, id, reason]) => `${id}: ${reason}`)).toEqual([
      ...ids
        .slice(0, 5)
        .map((id) => `${id}: one of 5 or more from its address in a minute`),
      'ending: a misspelt address: pears.com?',
      'gmail: a misspelt address: gmail.com?',
      'link: a link in name',
      'never: an address that never takes mail',
      'none: an impossible address',
      'site: a link in name',
      ...['code', 'html', 'web'].map((id) => `${id}: a link in message`),
      ...['one', 'three', 'two'].map(
        (id) => `${id}: the same text from 3 addresses`,
      ),
    ]);
    await hand(origin, 'careers', ids, { email: 'bo@x.org', message: 'Hi' });
    const careers = await show(['review', 'careers'], at().env);
    expect(careers.text).toMatch(/^24 of 24 (?=.*\n)/);
    expect(careers.text.match(/one of 20 or more in a min/g)).toHaveLength(24);
  });
});
