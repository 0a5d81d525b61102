import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';
import { chunkFailure } from '../../src/content/failures.ts';
import { notices } from '../../src/content/notices.ts';
import { careersForm, fillIn, submit } from '../support/forms.ts';
import { waitForReact } from '../support/loading.ts';
import { pages } from '../support/pages.ts';
import { expectThanks, saved } from '../support/waitlist.ts';

export function heading(page: Page): Locator {
  return page.getByRole('heading', { level: 1 });
}

/** Follows a link, and expects its page, with or without a full page load. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.locator(`a[href="${address}"]:visible`).first().click();
  await expectPage(page, address);
}

/** Expects that the page of this address is shown and hydrated. */
export async function expectPage(page: Page, address: string): Promise<void> {
  const title = pages.find(({ path }) => path === address)?.title ?? '';
  await expect(page).toHaveTitle(title);
  await expect(heading(page)).toBeVisible();
  await expect(heading(page)).not.toHaveText(chunkFailure.title);
  await waitForReact(page);
}

/** Expects that the tab shows the version that was built in this folder. */
export async function expectVersion(page: Page, folder: string): Promise<void> {
  const scripts = readdirSync(path.join(folder, 'static/js'));
  const entry = scripts.find((name) => name.startsWith('index-')) ?? folder;
  await expect(page.locator(`link[href$="${entry}"]`).first()).toBeAttached();
  await waitForReact(page);
}

export function updateNotice(page: Page): Locator {
  return page.getByText(notices.update);
}

export async function takeUpdate(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: notices.reload }).click();
  await expectVersion(page, folder);
  await expect(updateNotice(page)).toBeHidden();
}

/** Submits the open careers form. Only the next version has a phone field. */
export async function submitCareers(
  page: Page,
  name: string,
  phone?: string,
): Promise<void> {
  await waitForReact(page);
  await fillIn(page, careersForm, { email: `${name}@loom.example` });
  if (phone) {
    await page.getByLabel('Phone').fill(phone);
    // The draft must restore the checkbox after a reload.
    await page.getByLabel('Send me news').check();
    await page.reload();
    await waitForReact(page);
    await expect(page.getByLabel('Send me news')).toBeChecked();
  }
  await submit(page, careersForm);
  await expectThanks(page, careersForm.thanks);
}

/** Submits the careers form while Firestore cannot be reached. */
export async function saveCareers(
  ...[page, ...values]: Parameters<typeof submitCareers>
): Promise<void> {
  await submitCareers(page, ...values);
  await expect(page.getByText(saved)).toBeVisible();
}
