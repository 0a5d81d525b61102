import type { Page } from 'playwright/test';
import { lateSyncScript } from '../../faults/injected-scripts.ts';
import {
  recordAnnouncements,
  waitForAnnouncement,
} from '../../support/announcements.ts';
import { buildWithAnalytics } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  type FormSpec,
  feedbackForm,
  fillIn,
  messageField,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import {
  getHeading,
  openWithWorker,
  waitForIdle,
} from '../../support/loading.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { getUnsentDialog } from '../../support/unsent.ts';

// journeys.spec.ts tests what visitors can hear without a fault of the server.

// `waitForAnnouncement` returns all announcements since its last call, so that a
// change that is announced twice or not at all fails the test.

const offlineText = 'You are offline.';
const onlineText = 'You are online again.';
const tryingText = 'Trying to send it now.';
const savedText =
  'Saved on this device. We will send it when you are back online.';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ page }) => page.addInitScript(recordAnnouncements));

/** Expects exactly these announcements, in order. */
async function expectAnnouncements(page: Page, ...texts: string[]) {
  const lastText = texts.at(-1) ?? '';
  const lastPattern = new RegExp(`^${lastText.replaceAll(/[.?]/g, '\\$&')}$`);
  expect(await waitForAnnouncement(page, lastPattern)).toEqual(texts);
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expectAnnouncements(page, offlineText);
}

async function goOnline(page: Page, ...texts: string[]): Promise<void> {
  await page.context().setOffline(false);
  await expectAnnouncements(page, onlineText, ...texts);
}

const getHiddenRegions = (page: Page) => page.locator('[data-region]');

/** Submits the form offline, and leaves its page. */
async function submitAndLeave(page: Page, form: FormSpec, link: string) {
  await fillIn(page, form);
  await submit(page, form);
  await expectAnnouncements(page, savedText);
  await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
  await expect(getHeading(page)).toBeFocused();
}

test('results of submissions that are not on screen are announced once, in one sentence that does not stay', async ({
  page,
  network,
}) => {
  // Until Background Sync is registered, the page promises no delivery after it is left.
  await page.addInitScript(lateSyncScript);
  await openWithWorker(page, '/careers');
  await goOffline(page);
  await submitAndLeave(page, careersForm, 'Feedback');
  await submitAndLeave(page, feedbackForm, 'Join the waitlist');
  network.fail(deniedFault);
  await goOnline(page, '2 messages could not be sent.');

  await test.step('a route change empties the hidden region', async () => {
    await expect(getHiddenRegions(page)).toHaveText(/could not be sent/);
    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(getHeading(page)).toBeFocused();
    // React runs the effect that empties the region after the one that moves the focus.
    await waitForIdle(page);
    // A wait for the empty region would also accept one that is emptied seconds later.
    expect(await getHiddenRegions(page).textContent()).toBe('');
  });

  const dialog = getUnsentDialog(page);
  const retryButton = dialog.getByRole('button', { name: 'Retry' }).first();
  const refusedText = 'Could not be sent. Retry, or edit it first.';

  await test.step('a retry that is refused says what the entry says', async () => {
    await page.getByRole('button', { name: '2 messages could not' }).click();
    await retryButton.click();
    await expectAnnouncements(page, tryingText, refusedText);
    const entry = dialog.getByRole('listitem').first();
    await expect(entry.getByText(refusedText, { exact: true })).toBeVisible();
  });

  await test.step('a retry that succeeds says that the submission was sent', async () => {
    network.heal();
    await retryButton.click();
    await expectAnnouncements(page, tryingText, 'Your message was sent.');
    await retryButton.click();
    await expectAnnouncements(page, tryingText, 'Your message was sent.');
  });

  await test.step('after the dialog was closed, no text says that a submission was refused or sent', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The dialog has a hidden region too, until it is unmounted.
    await expect(getHiddenRegions(page)).toHaveCount(1);
    await expect(getHiddenRegions(page)).toHaveText('');
    await expect(page.getByText(/could not be sent|was sent/)).toHaveCount(0);
    await goOffline(page);
  });
});

/** Expects a refusal. Until a slow answer arrives, the page may say that it has saved. */
async function expectRefusal(page: Page, failure: string): Promise<void> {
  const texts = await waitForAnnouncement(
    page,
    /^It is kept on this device\.$/,
  );
  const refusalTexts = texts.filter(
    (text) => !text.startsWith('Saved on this device.'),
  );
  expect(refusalTexts).toEqual([failure, 'It is kept on this device.']);
}

test('a form announces each change only once', async ({ page, network }) => {
  const { failure } = waitlistForm;
  await openWithWorker(page, '/waitlist');
  network.fail(deniedFault);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expectRefusal(page, failure);
  await submit(page, waitlistForm);
  await expectRefusal(page, failure);
});

test('a page without a form announces each notice once, without its buttons', async ({
  page,
  network,
  serve,
}) => {
  network.site = await serve(buildWithAnalytics);
  await page.addInitScript(() =>
    addEventListener('pagehide', () => {
      const { announced } = globalThis as unknown as { announced: string[] };
      sessionStorage.setItem('announced', announced.join());
    }),
  );
  await openWithWorker(page, '/about');
  await expectAnnouncements(page, 'May we count this visit?');

  await page.getByRole('button', { name: 'No', exact: true }).click();
  const getNotice = (text: string) =>
    page.locator('[data-live] > *').filter({ hasText: text });
  const closeNotice = async (text: string, name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(getNotice(text)).toBeHidden();
    await expect(getHeading(page)).toBeFocused();
  };

  await test.step('a closed offline notice appears again when the browser goes offline again', async () => {
    await goOffline(page);
    await closeNotice(offlineText, 'Close the offline notice');
    await goOnline(page);
    await goOffline(page);
    await expect(getNotice(offlineText)).toBeVisible();
    await goOnline(page);
  });

  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expectAnnouncements(
    page,
    'Installed. You will find pear among your apps.',
  );
  await closeNotice('Installed.', 'Close the install notice');
  const readyText = 'A new version is ready.';

  await test.step('a closed update notice appears again with the next version', async () => {
    for (const version of [1, 2]) {
      if (version > 1) await closeNotice(readyText, 'Close the update notice');
      network.inject('worker', `/* ${version} */`);
      await page.evaluate(checkForUpdate);
      await expectAnnouncements(page, readyText);
    }
  });

  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => 'announced' in sessionStorage);
  const readLastAnnouncement = () => sessionStorage.getItem('announced');
  expect(await page.evaluate(readLastAnnouncement)).toBe(
    'The page reloads in a moment.',
  );
  // After the reload, the only announcement is about the connection.
  await goOffline(page);
});

test('characters are counted from 90 % of the limit on, and announced when typing pauses', async ({
  page,
}) => {
  await openWithWorker(page, '/careers');
  const { maxLength } = messageField;
  const count = page.getByText(`of ${maxLength} characters`);
  const field = page.getByLabel('Message');
  await field.fill('x'.repeat(0.9 * maxLength));
  await expect(count).toContainText(`${0.9 * maxLength} of`);

  await field.fill('x'.repeat(0.9 * maxLength - 1));
  await expect(count).toBeHidden();
  await field.fill('x'.repeat(maxLength - 10));
  await field.pressSequentially('y'.repeat(20));
  await expect(count).toContainText(`${maxLength + 10} of`);

  const announcements = await waitForAnnouncement(
    page,
    'Characters over the limit: 10',
  );
  // A slow machine may pause between two keys, which adds an announcement.
  expect(announcements.length).toBeLessThan(10);
  expect(new Set(announcements).size).toBe(announcements.length);
});
