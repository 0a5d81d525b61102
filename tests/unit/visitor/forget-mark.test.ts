import 'fake-indexeddb/auto';
import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetMarkKey } from '../../../src/boot/early-input.ts';
import { FakeStorage } from '../forms/fake-storage.ts';

const emailKey = 'pear_user_email';
const consentKey = 'pear_analytics';

let storage: FakeStorage;

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('indexedDB', new FakeFactory());
});

/** Loads a page, which knows only what the disk and localStorage have. */
async function loadPage() {
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  return import('../../../src/visitor/forget-mark.ts');
}

function failDisk(): void {
  const open = () => {
    throw new DOMException('The disk fails', 'UnknownError');
  };
  vi.stubGlobal('indexedDB', { open });
}

test('"Forget me" deletes the email, a consent and all drafts, and leaves a mark', async () => {
  storage.setItem(emailKey, 'ada@loom.example');
  storage.setItem(consentKey, 'yes');
  const page = await loadPage();
  expect(page.getForgetMark()).toBeUndefined();
  await page.whenForgetMarkIsKnown();
  const database = await openDB('pear-visitor');
  await database.put('drafts', { id: 'id-1' });

  await page.startForgetting('mark-1');

  expect(page.getForgetMark()).toBe('mark-1');
  expect(storage.getItem(emailKey)).toBeNull();
  expect(storage.getItem(consentKey)).toBe('no');
  expect(await database.count('drafts')).toBe(0);
  database.close();
});

test.each(['no', null])(
  '"Forget me" leaves the answer %s to the analytics question',
  async (answer) => {
    if (answer) storage.setItem(consentKey, answer);
    const page = await loadPage();
    await page.startForgetting('mark-1');
    expect(storage.getItem(consentKey)).toBe(answer);
  },
);

test('if a killed browser restores localStorage, the next page forgets again', async () => {
  storage.setItem(emailKey, 'ada@loom.example');
  const restoredStorage = storage.copy();
  const page = await loadPage();
  await page.startForgetting('mark-1');

  storage = restoredStorage;
  const nextPage = await loadPage();
  expect(nextPage.getForgetMark()).toBeUndefined();
  await nextPage.whenForgetMarkIsKnown();
  expect(nextPage.getForgetMark()).toBe('mark-1');
  expect(storage.getItem(emailKey)).toBeNull();

  storage.setItem(emailKey, 'eve@loom.example');
  const pageAfterSignUp = await loadPage();
  await pageAfterSignUp.whenForgetMarkIsKnown();
  expect(storage.getItem(emailKey)).toBe('eve@loom.example');
});

test('if "Forget me" was never pressed, a page forgets nothing', async () => {
  storage.setItem(emailKey, 'ada@loom.example');
  const page = await loadPage();
  await page.whenForgetMarkIsKnown();
  expect(storage.getItem(emailKey)).toBe('ada@loom.example');
});

test('if localStorage is full, the page itself knows the mark until it can be stored', async () => {
  const page = await loadPage();
  const setItem = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await page.startForgetting('mark-1');
  expect(page.getForgetMark()).toBe('mark-1');

  setItem.mockRestore();
  await page.startForgetting('mark-2');
  storage.setItem(forgetMarkKey, 'mark of another tab');
  expect(page.getForgetMark()).toBe('mark of another tab');
});

test('if the disk fails, "Forget me" fails, but deletes the email all the same', async () => {
  storage.setItem(emailKey, 'ada@loom.example');
  failDisk();
  const page = await loadPage();
  await expect(page.startForgetting('mark-1')).rejects.toThrow();
  expect(page.getForgetMark()).toBeUndefined();
  expect(storage.getItem(emailKey)).toBeNull();
});

test('if the disk or localStorage fails, a page goes on without a mark', async () => {
  failDisk();
  const page = await loadPage();
  await page.whenForgetMarkIsKnown();
  vi.stubGlobal('localStorage', undefined);
  expect(page.getForgetMark()).toBeUndefined();
});
