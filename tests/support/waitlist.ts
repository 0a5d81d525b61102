import { expect, type Page } from 'playwright/test';
import { fillIn, submit, waitlistForm } from './forms.ts';

export const { thanks } = waitlistForm;
export const sent = 'Sent.';
/** Before the words about who will send it, which not all browsers will. */
export const saved = /^Saved on this device\. /;

/** As in `waitlistForm`. */
export const shopper = { brand: 'Skeinwell', email: 'ada@loom.example' };

/** Joins the waitlist as a visitor does. */
export async function join(page: Page): Promise<void> {
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
}

/** Resolves when the page says that its message has been sent. */
export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
}

/** Resolves when the form has given way to its thank-you. */
export async function expectThanks(page: Page, words = thanks): Promise<void> {
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText(words);
}

/** In the page: the email of who has joined the waitlist on this device. */
export function remember(email: string): void {
  localStorage.setItem('pear_user_email', email);
}

/** Opens a page, until its worker is in charge and has all it needs. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await workerReady(page);
}

/** Resolves when the worker is in charge of the page and has all it needs. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
  });
}
