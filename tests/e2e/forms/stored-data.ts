import { expect, type Page } from 'playwright/test';
import { accessStore } from '../../support/indexed-db.ts';

/** Reads the visitor's data that the site has stored in this browser and tab. */
export async function readStoredData(page: Page) {
  const storage = await page.evaluate(() => ({
    email: localStorage.pear_user_email ?? '',
    drafts: Object.keys(sessionStorage).filter((key) => /draft/.test(key)),
  }));
  const unsent = (await page.evaluate(accessStore, {})).length;
  const receipts = await page.evaluate(accessStore, { store: 'receipts' });
  return { ...storage, unsent, receipts: receipts.map(Object.keys) };
}

/** The property names of a receipt, which stores no values of its message. */
export const receiptFields = ['id', 'at'];

/** Waits until the installed app has written a draft with this text to the disk. */
export async function waitForStoredDraft(page: Page, text: string) {
  const readDrafts = () =>
    page.evaluate(async () => {
      // Opening the database before the site does would create it without its stores.
      const databases = await indexedDB.databases();
      if (!databases.some(({ name }) => name === 'pear-visitor')) return '';
      const waitForRequest = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await waitForRequest(indexedDB.open('pear-visitor'));
      const store = database.transaction('drafts').objectStore('drafts');
      const drafts = await waitForRequest(store.getAll());
      database.close();
      return JSON.stringify(drafts);
    });
  await expect.poll(readDrafts).toContain(`"${text}"`);
}
