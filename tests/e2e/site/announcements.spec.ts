import type { Page } from 'playwright/test';
import {
  recordAnnouncements,
  waitToHear,
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
import { headingOf, openWithWorker } from '../../support/loading.ts';
import { permissionDenied } from '../../support/network-faults.ts';
import { openUnsentDialog } from '../../support/unsent.ts';

// `waitToHear` returns all announcements since its last call, so that a change
// that is announced twice or not at all fails the test.

const offlineText = 'You are offline.';
const notYetText = 'It could not be sent yet. It stays here.';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ page }) => page.addInitScript(recordAnnouncements));

/** Expects one announcement for each text, in order. A text may be a prefix. */
async function expectHeard(page: Page, ...texts: string[]): Promise<void> {
  const patterns = texts.map(
    (text) => new RegExp(`^${text.replaceAll(/[.?]/g, '\\$&')}`),
  );
  const announcements = await waitToHear(page, patterns.at(-1) ?? '');
  expect(announcements).toEqual(patterns.map(expect.stringMatching));
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expectHeard(page, offlineText);
}

async function goOnline(page: Page, ...texts: string[]): Promise<void> {
  await page.context().setOffline(false);
  await expectHeard(page, 'You are online again.', ...texts);
}

/** Submits the form offline, and leaves its page. */
async function submitAndLeave(page: Page, form: FormSpec, link: string) {
  await goOffline(page);
  await fillIn(page, form);
  await submit(page, form);
  await expectHeard(page, 'Saved on this device.');
  await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
  await expect(headingOf(page)).toBeFocused();
}

test('every page announces connection changes and the results of earlier submits', async ({
  page,
  network,
}) => {
  await openWithWorker(page, '/careers');
  await submitAndLeave(page, careersForm, 'Feedback');
  await goOnline(page, 'Your message was sent.');
  await submitAndLeave(page, feedbackForm, 'Join the waitlist');
  network.fail(permissionDenied);
  await goOnline(page, 'Your message could not be sent.');
  const dialog = await openUnsentDialog(page);
  const tryingText = 'Trying to send it now.';
  await test.step('the open unsent dialog announces its own changes and connection changes', async () => {
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expectHeard(page, tryingText, notYetText);
    await goOffline(page);
    await dialog.getByRole('button', { name: 'Copy text' }).click();
    await expectHeard(page, 'Copied.');
    network.heal();
    await goOnline(page);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expectHeard(page, tryingText, 'It is no longer waiting.');
    await dialog.getByRole('button', { name: 'Forget me' }).click();
    await dialog.getByRole('button', { name: 'Yes, forget me' }).click();
    await expectHeard(page, 'Removed from this device');
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
  await expectHeard(page, 'Please enter both email and favorite brand.');
  network.fail(permissionDenied);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expectHeard(page, failure, 'It is kept on this device.');
  const dialog = await openUnsentDialog(page);
  const discard = dialog.getByRole('button', { name: 'Discard', exact: true });
  await discard.click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Edit' }).click();
  const editingText = 'You are editing an unsent message.';
  await expectHeard(page, editingText);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(headingOf(page)).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText(editingText)).toBeHidden();
  await test.step('the unsent dialog announces that a message was discarded', async () => {
    await openUnsentDialog(page);
    await discard.click();
    await dialog.getByRole('button', { name: 'Yes, discard' }).click();
    await expectHeard(page, 'Discarded.');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  network.heal();
  await fillIn(page, waitlistForm, { email: 'ada@gmial.com' });
  await expectHeard(page, 'Did you mean');
  await page.getByRole('button', { name: 'ada@gmail.com' }).click();
  await submit(page, waitlistForm);
  // Screen readers read the focused thank-you message, so no status repeats it.
  await expect(page.getByText(thanks)).toBeFocused();
  await expectHeard(page, 'Sent.');
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
  await expectHeard(page, 'May we count this visit?');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  const notice = (text: string) =>
    page.locator('[data-live] > *').filter({ hasText: text });
  const close = async (text: string) => {
    await notice(text).getByRole('button', { name: 'Close' }).click();
    await expect(notice(text)).toHaveCount(0);
  };
  await test.step('a closed notice returns when the browser goes offline again', async () => {
    await goOffline(page);
    await close(offlineText);
    await expect(headingOf(page)).toBeFocused();
    await goOnline(page);
    await goOffline(page);
    await expect(notice(offlineText)).toBeVisible();
    await goOnline(page);
  });
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expectHeard(page, 'Installed.');
  const readyText = 'A new version is ready.';
  await test.step('a closed notice returns with the next new version', async () => {
    for (const version of [1, 2]) {
      if (version > 1) await close(readyText);
      network.inject('worker', `/* ${version} */`);
      await page.evaluate(checkForUpdate);
      await expectHeard(page, readyText);
    }
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => 'announced' in sessionStorage);
  const last = () => sessionStorage.getItem('announced');
  expect(await page.evaluate(last)).toBe('The page reloads in a moment.');
  // After the reload, the page announces neither the question nor the update.
  await goOffline(page);
});

test('the character count is announced only when typing pauses', async ({
  page,
}) => {
  await openWithWorker(page, '/careers');
  const message = page.getByLabel('Message');
  await message.fill('x'.repeat(4990));
  await message.pressSequentially('y'.repeat(20));
  await expect(page.getByText('5010 of 5000 characters')).toBeVisible();
  const lines = await waitToHear(page, 'Characters too many: 10');
  // A slow machine may pause between two keys, which adds an announcement.
  expect(lines.length).toBeLessThan(10);
  expect(new Set(lines).size).toBe(lines.length);
});
