import type { Page } from 'playwright/test';
import { buildFromCommit } from '../support/builds.ts';
import { expect, test } from '../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../support/forms.ts';
import { checkForUpdate } from '../support/gestures.ts';
import {
  openPage,
  openWithWorker,
  waitForNotices,
} from '../support/loading.ts';
import { getUnsentButton, openUnsentDialog } from '../support/unsent.ts';
import { expectSent, expectThanks, joinWaitlist } from '../support/waitlist.ts';

/** Commits whose outbox differs from today's in its code, but not on disk. */
const earlierCommits = [
  '6d2f9396127d38e2eb972c59a0e14e154a7b0ea7',
  '96c012389bf64c1331b84f88a1a61cb2e0d2f4b2',
];

// Each test needs a server of its own, so they share one Playwright worker.
test.describe.configure({ mode: 'default' });

/**
 * Returns the path of the page's entry script, which differs in each release, or '' if
 * the page has not requested it yet.
 */
const readEntryScript = (page: Page) =>
  page.evaluate(() => {
    const requests = performance.getEntriesByType('resource');
    const paths = requests.map(({ name }) => new URL(name).pathname);
    return paths.find((path) => path.startsWith('/static/js/index-')) ?? '';
  });

for (const commit of earlierCommits) {
  const name = commit.slice(0, 8);
  const buildEarlier = () => buildFromCommit(commit, `release-${name}`, {});

  test(`a submission of the release ${name} is sent by this release, beside an open tab of that release`, async ({
    page,
    context,
    network,
    site,
    serve,
    records,
    consoleLines,
  }) => {
    network.site = await serve(buildEarlier);
    await openWithWorker(page, '/waitlist');
    const oldTab = await context.newPage();
    await openPage(oldTab, '/careers');
    await fillIn(oldTab, careersForm);
    const oldScript = await readEntryScript(page);
    network.hold();
    await joinWaitlist(page);
    await expectThanks(page);

    network.site = site.origin;
    await page.evaluate(checkForUpdate);
    await page.getByRole('button', { name: 'Reload' }).click();
    // The reload may interrupt a read.
    await expect(async () => {
      const script = await readEntryScript(page);
      expect(['', oldScript]).not.toContain(script);
    }).toPass();
    await expect(getUnsentButton(page)).toBeVisible();
    await submit(oldTab, careersForm);
    await expectThanks(oldTab, careersForm.thanks);
    expect(await records.count('waitlist')).toBe(0);

    network.release();
    await expectSent(oldTab);
    for (const tab of [page, oldTab])
      await expect(getUnsentButton(tab)).toBeHidden();
    for (const collection of ['waitlist', 'favoriteBrand', 'careers'])
      expect(await records.count(collection)).toBe(1);
    expect(consoleLines).toEqual([]);
  });

  test(`the worker of the release ${name} sends for a page of this release, and an open tab of that release sees a discarded submission disappear`, async ({
    page,
    context,
    network,
    site,
    serve,
    records,
  }) => {
    network.site = await serve(buildEarlier);
    await openWithWorker(page, '/careers');
    const oldScript = await readEntryScript(page);
    network.site = site.origin;
    const newTab = await context.newPage();
    const session = await context.newCDPSession(newTab);
    await session.send('Network.enable');
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    await openPage(newTab, '/waitlist');
    expect(['', oldScript]).not.toContain(await readEntryScript(newTab));
    // Without a worker, the network must bring the code of the unsent button.
    await waitForNotices(newTab);

    network.cut();
    await fillIn(page, careersForm);
    await submit(page, careersForm);
    await expectThanks(page, careersForm.thanks);

    await joinWaitlist(newTab);
    await expectThanks(newTab);
    await expect(getUnsentButton(page)).toHaveText(
      '2 messages waiting to send',
    );

    const dialog = await openUnsentDialog(newTab);
    const careersEntry = dialog.getByRole('listitem').first();
    await careersEntry.getByRole('button', { name: 'Discard' }).click();
    await careersEntry.getByRole('button', { name: 'Yes, discard' }).click();
    await expect(getUnsentButton(page)).toHaveText('1 message waiting to send');

    network.restore();
    await expect.poll(() => records.count('waitlist')).toBe(1);
    for (const tab of [page, newTab])
      await expect(getUnsentButton(tab)).toBeHidden();
    expect(await records.count('careers')).toBe(0);
  });
}
