import { expect, type Page } from 'playwright/test';
import { accessStore } from '../../support/indexed-db.ts';

/** Reads the visitor's data that the site has stored in this browser and tab. */
export async function readStoredData(page: Page) {
  const storage = await page.evaluate(() => ({
    email: localStorage.pear_user_email ?? '',
    drafts: Object.keys(sessionStorage).filter((key) => /draft/.test(key)),
  }));
  const unsent = await page.evaluate(accessStore, { store: 'submissions' });
  const receipts = await page.evaluate(accessStore, { store: 'receipts' });
  return {
    ...storage,
    unsent: unsent.length,
    receipts: receipts.map(Object.keys),
  };
}

/** The property names of a receipt, which stores no values of its submission. */
export const receiptFields = ['id', 'at'];

/** Waits until the installed app has written a draft with this text to the disk. */
export async function waitForStoredDraft(page: Page, text: string) {
  const readDrafts = async () => {
    const options = { database: 'pear-visitor', store: 'drafts' };
    return JSON.stringify(await page.evaluate(accessStore, options));
  };
  await expect.poll(readDrafts).toContain(`"${text}"`);
}
