import { expect, test } from './fixtures.ts';
import * as scripts from './injected-scripts.ts';
import { startEndlessUpgrade } from './page-functions.ts';
import { polling } from './visit.ts';

for (const { fault, cause, script, tag } of [
  {
    fault: 'F39',
    cause: 'the disk is full',
    script: scripts.fullDiskScript,
    tag: ['@engines'],
  },
  {
    fault: 'F41',
    cause: 'there is no IndexedDB',
    script: scripts.noIndexedDbScript,
    tag: [],
  },
]) {
  const title = `${fault}: sends a message directly if ${cause}`;
  test(title, { tag }, async ({ scenario }) => {
    scenario.network.inject('both', script);

    await test.step('the page sends a submission that it cannot store', async () => {
      const visit = await scenario.visit('waitlist');
      await visit.submit();
      await visit.expectStatement('sent');
    });

    const visit = await scenario.visit('careers');

    await test.step('if the page cannot store a submission and the response is lost, the page shows an error and keeps the text', async () => {
      scenario.network.fail({ kind: 'lose-answer' });
      scenario.mayShowError = true;
      const { values } = await visit.submit();

      await visit.expectStatement('error');
      await visit.reload();
      await expect.poll(() => visit.readValues(), polling).toEqual(values);
    });

    await test.step('when responses arrive again, the page sends the submission', async () => {
      scenario.network.heal();
      await visit.press();
      await visit.expectStatement('sent');
    });
  });
}

// The time limits of src/async/indexed-db.ts, in milliseconds.
const openTimeout = 5000;
const transactionTimeout = 10_000;

test('F37: the page sends a submission directly if a database upgrade never ends', {
  tag: '@engines',
}, async ({ scenario }) => {
  scenario.network.inject(
    'both',
    scripts.createShortTimerScript(openTimeout, transactionTimeout),
  );

  const browser = await scenario.start();
  const otherTab = await browser.open();
  await otherTab.goto(`${scenario.network.origin}/favicon.svg`);
  await otherTab.evaluate(startEndlessUpgrade);

  const visit = await scenario.visit('brandSignup');
  await visit.submit();
  await visit.expectStatement('sent');
  await otherTab.close();
});
