import { expect, test } from './fixtures.ts';
import * as scripts from './injected-scripts.ts';
import { startEndlessUpgrade } from './page-functions.ts';
import { polling } from './visit.ts';

for (const [fault, cause, script, tag] of [
  ['F39', 'if the disk is full', scripts.exhaustQuota, ['@engines']],
  ['F41', 'without IndexedDB', scripts.removeIndexedDb, []],
] as const) {
  const title = `${fault}: sends directly ${cause}`;
  test(title, { tag: [...tag] }, async ({ story }) => {
    story.network.inject('both', script);
    await test.step('the page says that the message was sent', async () => {
      const visit = await story.visit('waitlist');
      await visit.submit();
      await visit.expectStatement('sent');
    });
    const visit = await story.visit('careers');
    await test.step('the page shows an error and keeps the text if the response of the server is lost', async () => {
      story.network.fail({ kind: 'lose-answer' });
      story.mayShowError = true;
      const { values } = await visit.submit();
      await visit.expectStatement('error');
      await visit.reload();
      await expect.poll(() => visit.readValues(), polling).toEqual(values);
    });
    story.network.heal();
    await visit.press();
    await visit.expectStatement('sent');
  });
}

test('F37: the page sends a message directly if a database upgrade never ends', {
  tag: '@engines',
}, async ({ story }) => {
  story.network.inject('both', scripts.shortenTimers(5000, 10_000));
  const browser = await story.start();
  const other = await browser.open();
  await other.goto(`${story.network.origin}/favicon.svg`);
  await other.evaluate(startEndlessUpgrade);
  const visit = await story.visit('brandSignup');
  await visit.submit();
  await visit.expectStatement('sent');
  await other.close();
});
