import { expect, test } from './fixtures.ts';
import { upgradeForEver } from './inside.ts';
import * as preludes from './preludes.ts';
import { often } from './visit.ts';

const everywhere = { tag: '@engines' };

/**
 * Nothing can be stored: sent at once, else an honest error with the text,
 * which is sent once however often it is tried, also from the page loaded anew.
 */
for (const [title, prelude, details] of [
  ['F39 the disk is full', preludes.quotaFull, everywhere],
  ['F41 no IndexedDB', preludes.noIndexedDb, {}],
] as const) {
  test(title, details, async ({ story }) => {
    story.network.inject('both', prelude);
    const first = await story.visit('waitlist');
    await first.submit();
    await first.says('sent');
    const second = await story.visit('careers');
    story.network.fail({ kind: 'lose-answer' });
    story.mayFail = true;
    const { values } = await second.submit();
    await second.says('error');
    await second.reload();
    await expect.poll(() => second.typed(), often).toEqual(values);
    story.network.heal();
    await second.press();
    await second.says('sent');
  });
}

test('F37 an upgrade that never ends', everywhere, async ({ story }) => {
  story.network.inject('both', preludes.hurry(5000, 10_000));
  const browser = await story.start();
  const other = await browser.open();
  await other.goto(`${story.network.origin}/favicon.svg`);
  await other.evaluate(upgradeForEver);
  const visit = await story.visit('brandSignup', { worker: false });
  await visit.submit();
  await visit.says('sent');
  await other.close();
});
