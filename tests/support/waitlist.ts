import { expect, type Page } from 'playwright/test';
import { fillIn, submit, waitlistForm } from './forms.ts';

export const { thanks } = waitlistForm;
export const sent = 'Sent.';
/** Matches the line for a saved message; the rest differs by browser. */
export const saved = /^Saved on this device\. /;

/** The values of `waitlistForm`. */
export const shopper = { brand: 'Skeinwell', email: 'ada@loom.example' };

export async function join(page: Page): Promise<void> {
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
}

export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
}

export async function expectThanks(page: Page, text = thanks): Promise<void> {
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText(text);
}

/** Stores the remembered email. Runs in the page. */
export function remember(email: string): void {
  localStorage.setItem('pear_user_email', email);
}

/** Opens a page, and waits until the worker controls it. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await workerReady(page);
}

/** Resolves when the worker has stored its files and controls the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
  });
}
