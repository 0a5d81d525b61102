import type { Locator, Page } from 'playwright/test';
import type { Network } from './network.ts';
import { join, workerReady } from './waitlist.ts';

/** The name of the pill that opens what is unsent. */
export const pill = /^\d+ messages? (waiting to send|could not be sent)$/;

/** Joins the waitlist where nothing gets through. */
export async function joinOffline(page: Page, network: Network): Promise<void> {
  await page.goto('/waitlist');
  await workerReady(page);
  network.cut();
  await join(page);
}

/** Opens the sheet of what is unsent in this tab. */
export async function openUnsent(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: pill }).click();
  return page.getByRole('dialog', { name: 'Unsent messages' });
}
