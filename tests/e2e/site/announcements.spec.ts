import type { BrowserContext, Page } from 'playwright/test';
import { hears, recordAnnouncements } from '../../support/announcements.ts';
import { denial } from '../../support/commits.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { openUnsent } from '../../support/unsent.ts';
import { saved, visit } from '../../support/waitlist.ts';

// Each list is all that is announced since the one before it: a change that is
// announced twice, or not at all, fails.

const offline = 'You are offline.';
const online = 'You are online again.';
const isSaved = expect.stringMatching(saved);

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ page }) => page.addInitScript(recordAnnouncements));

/** Submits the form offline, and leaves its page. */
async function submitAndLeave(
  page: Page,
  context: BrowserContext,
  form: typeof careersForm,
  link: string,
): Promise<void> {
  await context.setOffline(true);
  expect(await hears(page, offline)).toEqual([offline]);
  await fillIn(page, form);
  await submit(page, form);
  expect(await hears(page, saved)).toEqual([isSaved]);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: link }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test('every page announces the connection and messages from other pages', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/careers');
  await submitAndLeave(page, context, careersForm, 'Feedback');
  await context.setOffline(false);
  const sent = 'Your message was sent.';
  expect(await hears(page, sent)).toEqual([online, sent]);
  await submitAndLeave(page, context, feedbackForm, 'Join the waitlist');
  network.fail(denial);
  await context.setOffline(false);
  const refused = 'Your message could not be sent.';
  expect(await hears(page, refused)).toEqual([online, refused]);
  // The dialog hides the page, and announces by itself.
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  const notYet = 'It could not be sent yet. It stays here.';
  const trying = 'Trying to send it now.';
  expect(await hears(page, notYet)).toEqual([trying, notYet]);
  await context.setOffline(true);
  expect(await hears(page, offline)).toEqual([offline]);
  await sheet.getByRole('button', { name: 'Copy text' }).click();
  expect(await hears(page, 'Copied.')).toEqual(['Copied.']);
  network.heal();
  await context.setOffline(false);
  expect(await hears(page, online)).toEqual([online]);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  const left = 'It is no longer waiting.';
  expect(await hears(page, left)).toEqual([trying, left]);
  await sheet.getByRole('button', { name: 'Forget me' }).click();
  await sheet.getByRole('button', { name: 'Yes, forget me' }).click();
  const removed = /^Removed from this device/;
  expect(await hears(page, removed)).toEqual([expect.stringMatching(removed)]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  // Nothing was held back while the dialog was open.
  await context.setOffline(true);
  expect(await hears(page, offline)).toEqual([offline]);
});

test('a form announces its errors, its refusal and its edit once', async ({
  page,
  network,
}) => {
  const both = 'Please enter both email and favorite brand.';
  const { failure, thanks } = waitlistForm;
  await visit(page, '/waitlist');
  await submit(page, waitlistForm);
  expect(await hears(page, both)).toEqual([both]);
  network.fail(denial);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  const kept = 'It is kept on this device.';
  expect(await hears(page, kept)).toEqual([failure, kept]);
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Edit' }).click();
  const editing = 'You are editing an unsent message.';
  expect(await hears(page, editing)).toEqual([editing]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page.getByText(editing)).toBeHidden();
  network.heal();
  await fillIn(page, waitlistForm, { email: 'ada@gmial.com' });
  const meant = /^Did you mean/;
  expect(await hears(page, meant)).toEqual([expect.stringMatching(meant)]);
  await page.getByRole('button', { name: 'ada@gmail.com' }).click();
  await submit(page, waitlistForm);
  // The thank-you gets the focus, so that it is not read as a status as well.
  await expect(page.getByText(thanks)).toBeFocused();
  expect(await hears(page, 'Sent.')).toEqual(['Sent.']);
});

test('the counter is read when typing pauses, and shown at once', async ({
  page,
}) => {
  await visit(page, '/careers');
  const message = page.getByLabel('Message');
  await message.fill('x'.repeat(4990));
  await message.pressSequentially('y'.repeat(20));
  await expect(page.getByText('5010 of 5000 characters')).toBeVisible();
  const last = 'Characters too many: 10';
  const lines = await hears(page, last);
  // A slow machine may pause between two keys.
  expect(lines.length).toBeLessThan(10);
  expect(new Set(lines).size).toBe(lines.length);
});
