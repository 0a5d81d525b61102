import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { describeSources } from './records-command.ts';

await describeSources('demo-report', (command) => {
  const { run, store, transcript, dataDir } = command;

  test('the report counts each person once, and merges spellings of a brand', async () => {
    for (const [id, email, brand] of [
      ['a', 'ada@x.org', 'Comme des Garçons'],
      ['b', 'ADA@x.org', 'commedes garcons'],
      ['c', 'bob@x.org', 'Comme des Garçons'],
      ['d', 'eve@x.org', 'Zara & "<script>\u001b[31m'],
    ] as const) {
      await store('waitlist', [id], { email, favoriteBrand: brand });
      await store('favoriteBrand', [id], { email, brand });
    }
    await store('careers', ['e'], { email: 'eve@x.org' });
    const { text } = await run(['report']);
    for (const part of [
      /^Report on .*\nSign-ups: 4\nDistinct people: 3\n/,
      /Sign-ups per day, UTC\n( {2}[-\d]{10} {2}\d {2}█+\n)+/,
      /\n {2}brands {4}0\n {2}careers {3}1 {2}█+\n/,
      /\n {2}Comme des Garçons +3 {2}█{40}\n {2}Zara & "<script> \[31m +1 /,
      /\n {2}Mon {2}[·▁-█]{24} {2}\d\n/,
    ])
      expect(text).toMatch(part);
    const out = ['report', '--out', 'report.html'];
    const file = path.join(dataDir, 'report.html');
    const output = await run(out, { directory: dataDir });
    expect(output.text).toBe(`Wrote the report to ${file}\n`);
    const page = fs.readFileSync(file, 'utf8');
    expect(page).toMatch(
      /\n {2}Comme des Garçons +3 {2}█{40}\n {2}Zara &amp; /,
    );
    expect(page).not.toMatch(/<script|\b(src|href)=|url\(|@import|x\.org/);
  });

  test('the review lists only suspicious records, and says why', async () => {
    const storeEach = async (
      collection: string,
      records: Record<string, object>,
    ) => {
      for (const [id, fields] of Object.entries(records))
        await store(collection, [id], { email: `${id}@x.org`, ...fields });
    };
    await storeEach('brandContact', {
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
    await storeEach('careers', {
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
    await storeEach('feedback', { one: same, two: same, three: same, short });
    const ids = Array.from({ length: 20 }, (_, index) => `b${index}`);
    await store('waitlist', ids.slice(0, 5), { email: 'bo@x.org' });
    const { execute, expectFile } = transcript();
    await execute(['review']);
    await store('careers', ids, { email: 'bo@x.org', message: 'Hi' });
    await execute(['review', 'careers', '--ids']);
    await expectFile('review');
    const bursts = await run(['review', 'careers', '--ids', '--bursts']);
    expect(bursts.text.match(/^careers\//gm)).toHaveLength(27);
    const all = await run(['review', 'careers', '--bursts']);
    expect(all.text.match(/20 or more records in a minute/g)).toHaveLength(27);
    expect(all.text.match(/5 or more records from one a/g)).toHaveLength(20);
  });
});
