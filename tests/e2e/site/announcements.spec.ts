import type { Page } from 'playwright/test';
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
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import { getHeading, openWithWorker } from '../../support/loading.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { openUnsentDialog } from '../../support/unsent.ts';

// `waitForAnnouncement` returns all announcements since its last call, so that a
// change that is announced twice or not at all fails the test.

const offlineText = 'You are offline.';
const notSentText = 'It could not be sent yet. It stays here.';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ page }) => page.addInitScript(recordAnnouncements));

/** Expects one announcement for each text, in order. A text may be a prefix. */
async function expectAnnouncements(page: Page, ...texts: string[]) {
  const patterns = texts.map(
    (text) => new RegExp(`^${text.replaceAll(/[.?]/g, '\\$&')}`),
  );
  const announcements = await waitForAnnouncement(page, patterns.at(-1) ?? '');
  expect(announcements).toEqual(patterns.map(expect.stringMatching));
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expectAnnouncements(page, offlineText);
}

async function goOnline(page: Page, ...texts: string[]): Promise<void> {
  await page.context().setOffline(false);
  await expectAnnouncements(page, 'You are online again.', ...texts);
}

/** Submits the form offline, and leaves its page. */
async function submitAndLeave(page: Page, form: FormSpec, link: string) {
  await goOffline(page);
  await fillIn(page, form);
  await submit(page, form);
  await expectAnnouncements(page, 'Saved on this device.');
  await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
  await expect(getHeading(page)).toBeFocused();
}

test('every page announces connection changes and the results of earlier submits', async ({
  page,
  network,
}) => {
  await openWithWorker(page, '/careers');
  await submitAndLeave(page, careersForm, 'Feedback');
  await goOnline(page, 'Your message was sent.');
  await submitAndLeave(page, feedbackForm, 'Join the waitlist');
  network.fail(deniedFault);
  await goOnline(page, 'Your message could not be sent.');
  const dialog = await openUnsentDialog(page);
  const tryingText = 'Trying to send it now.';
  await test.step('the open unsent dialog announces its own changes and connection changes', async () => {
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expectAnnouncements(page, tryingText, notSentText);
    await goOffline(page);
    await dialog.getByRole('button', { name: 'Copy text' }).click();
    await expectAnnouncements(page, 'Copied.');
    network.heal();
    await goOnline(page);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expectAnnouncements(page, tryingText, 'It is not here anymore.');
    await dialog.getByRole('button', { name: 'Forget me' }).click();
    await dialog.getByRole('button', { name: 'Yes, forget me' }).click();
    await expectAnnouncements(page, 'Removed from this device');
  });
  await test.step('the page repeats no announcement when the dialog closes', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await goOffline(page);
  });
});

test('a form announces each change only once', async ({ page, network }) => {
  const { failure, thanks } = waitlistForm;
  await openWithWorker(page, '/waitlist');
  await submit(page, waitlistForm);
  await expectAnnouncements(
    page,
    'Please enter both email and favorite brand.',
  );
  network.fail(deniedFault);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expectAnnouncements(page, failure, 'It is kept on this device.');
  const dialog = await openUnsentDialog(page);
  const discardButton = dialog.getByRole('button', {
    name: 'Discard',
    exact: true,
  });
  await discardButton.click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Edit' }).click();
  const editingText = 'You are editing an unsent message.';
  await expectAnnouncements(page, editingText);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(getHeading(page)).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText(editingText)).toBeHidden();
  await test.step('the unsent dialog announces that a message was discarded', async () => {
    await openUnsentDialog(page);
    await discardButton.click();
    await dialog.getByRole('button', { name: 'Yes, discard' }).click();
    await expectAnnouncements(page, 'Discarded.');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  network.heal();
  await fillIn(page, waitlistForm, { email: 'ada@gmial.com' });
  await expectAnnouncements(page, 'Did you mean');
  await page.getByRole('button', { name: 'ada@gmail.com' }).click();
  await submit(page, waitlistForm);
  // Screen readers read the focused thank-you message, so no status repeats it.
  await expect(page.getByText(thanks)).toBeFocused();
  await expectAnnouncements(page, 'Sent.');
});

test('a page without a form announces each notice once', async ({
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
  const closeNotice = async (text: string) => {
    await getNotice(text).getByRole('button', { name: 'Close' }).click();
    await expect(getNotice(text)).toHaveCount(0);
  };
  await test.step('a closed offline notice appears again when the browser goes offline again', async () => {
    await goOffline(page);
    await closeNotice(offlineText);
    await expect(getHeading(page)).toBeFocused();
    await goOnline(page);
    await goOffline(page);
    await expect(getNotice(offlineText)).toBeVisible();
    await goOnline(page);
  });
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expectAnnouncements(page, 'Installed.');
  const readyText = 'A new version is ready.';
  await test.step('a closed update notice appears again with the next version', async () => {
    for (const version of [1, 2]) {
      if (version > 1) await closeNotice(readyText);
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

test('character counts are announced when typing pauses', async ({ page }) => {
  await openWithWorker(page, '/careers');
  const messageField = page.getByLabel('Message');
  await messageField.fill('x'.repeat(4990));
  await messageField.pressSequentially('y'.repeat(20));
  await expect(page.getByText('5010 of 5000 characters')).toBeVisible();
  const announcements = await waitForAnnouncement(
    page,
    'Characters over the limit: 10',
  );
  // A slow machine may pause between two keys, which adds an announcement.
  expect(announcements.length).toBeLessThan(10);
  expect(new Set(announcements).size).toBe(announcements.length);
});
