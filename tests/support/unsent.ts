import { expect, type Locator, type Page } from 'playwright/test';
import type { FaultyProxy } from './faulty-proxy.ts';
import { openWithWorker } from './loading.ts';
import { deniedFault } from './network-faults.ts';
import { joinWaitlist, shopper } from './waitlist.ts';

/** Finds the button that opens the dialog "Unsent messages". */
export const getUnsentButton = (page: Page) =>
  page.getByRole('button', { name: unsentPattern });
const unsentPattern = /^\d+ messages? (waiting to send|could not be sent)$/;

/** Expects the first words of a saved submission's status; the rest varies. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved on this device\. /)).toBeVisible();
}

export async function joinWaitlistOffline(page: Page, network: FaultyProxy) {
  await openWithWorker(page, '/waitlist');
  network.cut();
  await joinWaitlist(page);
  await expectSaved(page);
}

export async function failToJoinWaitlist(page: Page, network: FaultyProxy) {
  await openWithWorker(page, '/waitlist');
  network.fail(deniedFault);
  await joinWaitlist(page);
  await expect(page.getByRole('alert')).toBeVisible();
}

export const getUnsentDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Unsent messages' });

export async function openUnsentDialog(page: Page): Promise<Locator> {
  await getUnsentButton(page).click();
  return getUnsentDialog(page);
}

/** Opens the only unsent submission in its form. */
export async function startEditing(page: Page): Promise<void> {
  const dialog = await openUnsentDialog(page);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
}
