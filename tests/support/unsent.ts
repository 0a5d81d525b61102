import { expect, type Locator, type Page } from 'playwright/test';
import { denial } from './commits.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import { join, saved, shopper, visit } from './waitlist.ts';

/** The name of the pill that opens what is unsent. */
export const pill = /^\d+ messages? (waiting to send|could not be sent)$/;

/** Joins the waitlist where nothing gets through. */
export async function joinOffline(
  page: Page,
  network: FaultyProxy,
): Promise<void> {
  await visit(page, '/waitlist');
  network.cut();
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
}

/** Joins the waitlist where Firestore refuses it. */
export async function joinRefused(
  page: Page,
  network: FaultyProxy,
): Promise<void> {
  await visit(page, '/waitlist');
  network.fail(denial);
  await join(page);
  await expect(page.getByRole('alert')).toBeVisible();
}

/** Opens the sheet of what is unsent in this tab. */
export async function openUnsent(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: pill }).click();
  return page.getByRole('dialog', { name: 'Unsent messages' });
}

/** Takes the waiting submission back into its form. */
export async function startEditing(page: Page): Promise<void> {
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
}

/** The locks by which pages hold back what they edit. */
export function heldEdits(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const names = held.map(({ name = '' }) => name);
    return names.filter((name) => name.startsWith('pear-edit-'));
  });
}
