import type { Page } from 'playwright/test';
import { inStore } from '../../support/indexed-db.ts';

/** What the site keeps of its visitor in this browser and this tab. */
export async function keptIn(page: Page) {
  const stored = await page.evaluate(() => ({
    email: localStorage.pear_user_email ?? '',
    drafts: Object.keys(sessionStorage).filter((key) => /draft/.test(key)),
  }));
  const unsent = (await page.evaluate(inStore, {})).length;
  const receipts = await page.evaluate(inStore, { store: 'receipts' });
  return { ...stored, unsent, receipts: receipts.map(Object.keys) };
}

/** A receipt has an id and a time, and no words. */
export const receipt = ['id', 'at'];
