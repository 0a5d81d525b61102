import { expect, type Page } from 'playwright/test';
import { fillIn, submit, waitlistForm } from './forms.ts';

export const { thanks: thanksText } = waitlistForm;
export const sentText = 'Sent.';

/** The values that `waitlistForm` fills in. */
export const shopper = { brand: 'Skeinwell', email: 'ada@loom.example' };

export const getBrandField = (page: Page) => page.getByLabel('Favorite brand');
export const getEmailField = (page: Page) => page.getByLabel('Email');

export async function joinWaitlist(page: Page): Promise<void> {
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
}

export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByText(sentText, { exact: true })).toBeVisible();
}

export async function expectThanks(page: Page, text = thanksText) {
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText(text);
}

/** Stores the remembered email. Runs in the page. */
export function rememberEmail(email: string): void {
  localStorage.setItem('pear_user_email', email);
}
