import { expect, type Locator, type Page } from 'playwright/test';
import { denial } from './commits.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import { join, saved, shopper, visit } from './waitlist.ts';

/** The name of the button that opens the dialog of unsent messages. */
export const pill = /^\d+ messages? (waiting to send|could not be sent)$/;

/** Joins the waitlist without a network. */
export async function joinOffline(
  page: Page,
  network: FaultyProxy,
): Promise<void> {
  await visit(page, '/waitlist');
  network.cut();
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
}

/** Joins the waitlist while Firestore refuses new records. */
export async function joinRefused(
  page: Page,
  network: FaultyProxy,
): Promise<void> {
  await visit(page, '/waitlist');
  network.fail(denial);
  await join(page);
  await expect(page.getByRole('alert')).toBeVisible();
}

/** Opens the dialog of unsent messages. */
export async function openUnsent(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: pill }).click();
  return page.getByRole('dialog', { name: 'Unsent messages' });
}

/** Opens the only unsent message in its form. */
export async function startEditing(page: Page): Promise<void> {
  const dialog = await openUnsent(page);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
}

/** Returns the names of the locks that pages hold while they edit a message. */
export function heldEdits(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    const names = held.map(({ name = '' }) => name);
    return names.filter((name) => name.startsWith('pear-edit-'));
  });
}
