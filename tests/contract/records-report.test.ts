import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { wherever } from './owner.ts';

await wherever('demo-report', ({ run, give, transcript, dataDir }) => {
  test('a report counts people once, and a brand in all its spellings', async () => {
    for (const [id, email, brand] of [
      ['a', 'ada@x.org', 'Comme des Garçons'],
      ['b', 'ADA@x.org', 'commedes garcons'],
      ['c', 'bob@x.org', 'Comme des Garçons'],
      ['d', 'eve@x.org', 'Zara & "<script>\u001b[31m'],
    ] as const) {
      await give('waitlist', [id], { email, favoriteBrand: brand });
      await give('favoriteBrand', [id], { email, brand });
    }
    await give('careers', ['e'], { email: 'eve@x.org' });
    const { text } = await run(['report']);
    expect(text).toMatch(/^Report on .*\nSign-ups: 4\nDistinct people: 3\n/);
    expect(text).toMatch(
      /Sign-ups per day, UTC\n( {2}[-\d]{10} {2}\d {2}█+\n)+/,
    );
    expect(text).toMatch(/\n {2}brands {4}0\n {2}careers {3}1 {2}█+\n/);
    expect(text).toMatch(
      /\n {2}Comme des Garçons +3 {2}█{40}\n {2}Zara & "<script> \[31m +1 /,
    );
    expect(text).toMatch(/\n {2}Mon {2}[·▁-█]{24} {2}\d\n/);
    const file = path.join(dataDir, 'report.html');
    const made = await run(['report', '--out', 'report.html'], {
      directory: dataDir,
    });
    expect(made.text).toBe(`The report: ${file}\n`);
    const page = fs.readFileSync(file, 'utf8');
    expect(page).toMatch(
      /\n {2}Comme des Garçons +3 {2}█{40}\n {2}Zara &amp; /,
    );
    expect(page).not.toMatch(/<script|\b(src|href)=|url\(|@import|x\.org/);
  });

  test('a review names what looks wrong, and nothing else', async () => {
    const giveEach = async (
      collection: string,
      all: Record<string, object>,
    ) => {
      for (const [id, more] of Object.entries(all))
        await give(collection, [id], { email: `${id}@x.org`, ...more });
    };
    await giveEach('brandContact', {
      fine: { company: 'Booking.com' },
      gmail: { email: 'ada@gmial.com' },
      ending: { email: 'ada@pears.con' },
      none: { email: 'ada@pears' },
      never: { email: 'ada@example.com' },
      link: { name: 'see www.x.org' },
      site: { name: 'see my-site.ru' },
      person: { name: 'Dr.Li J.Smith' },
      script: { email: 'amit@डाटामेल.भारत' },
      dots: { email: 'hana..o@docomo.ne.jp' },
    });
    await giveEach('careers', {
      web: { message: 'See https://x.org' },
      html: { message: 'See <a href=x>' },
      code: { message: 'See [url=x]' },
      www: { message: 'Cheap at www.cheap-pills.top' },
      path: { message: 'Write to t.me/xyz' },
      plain: { message: 'See x.org, a < b. www is slow, e.g./i.e. and/or' },
      skills: { message: 'Node.js/React, ASP.NET/C#, at St.Pauli/Hamburg' },
    });
    const same = { message: ' The very same words, sent by many.' };
    const short = { message: 'Hello' };
    await giveEach('feedback', { one: same, two: same, three: same, short });
    const ids = Array.from({ length: 20 }, (_, index) => `b${index}`);
    await give('waitlist', ids.slice(0, 5), { email: 'bo@x.org' });
    const { say, compare } = transcript();
    await say(['review']);
    await give('careers', ids, { email: 'bo@x.org', message: 'Hi' });
    // In a busy minute everybody is real: only --bursts lists them.
    await say(['review', 'careers', '--ids']);
    await compare('review');
    const bursts = await run(['review', 'careers', '--ids', '--bursts']);
    expect(bursts.text.match(/^careers\//gm)).toHaveLength(27);
    const all = await run(['review', 'careers', '--bursts']);
    expect(all.text.match(/one of 20 or more in a minute/g)).toHaveLength(27);
    expect(all.text.match(/one of 5 or more from its addr/g)).toHaveLength(20);
  });
});
