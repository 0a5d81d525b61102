import { parseHTML } from 'linkedom';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../src/outbox/submission.ts';
import {
  advanceTime,
  changeOutbox,
  fireEvent,
  installWorker,
  newEntry,
  now,
  readStores,
  setOutbox,
} from './fake-page.ts';

const otherEntry = { ...newEntry, id: 'id-2' };
const refusedEntry: Submission = { ...newEntry, state: 'refused', attempts: 1 };

let outbox: typeof import('../../src/outbox/use-outbox.ts');
const listener = vi.fn();

beforeEach(async () => {
  listener.mockReset();
  outbox = await import('../../src/outbox/use-outbox.ts');
});

async function subscribeWith(...content: Parameters<typeof setOutbox>) {
  setOutbox(...content);
  const unsubscribe = outbox.subscribeToOutbox(listener);
  await advanceTime();
  return unsubscribe;
}

test('reads the outbox once per change for all subscribers', async () => {
  const unsubscribe = await subscribeWith([newEntry]);
  const secondListener = vi.fn();
  outbox.subscribeToOutbox(secondListener);
  await changeOutbox([newEntry, otherEntry]);
  expect(readStores).toHaveBeenCalledTimes(2);
  expect(secondListener).toHaveBeenCalledTimes(1);
  unsubscribe();
  await changeOutbox([otherEntry]);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(secondListener).toHaveBeenCalledTimes(2);
});

test('reports the status of each submission', async () => {
  const otherRefusedEntry = { ...refusedEntry, id: 'id-2' };
  const newerEntry = { ...newEntry, id: 'newer', version: 99 };
  await subscribeWith([newEntry, otherRefusedEntry, newerEntry], ['sent']);
  const { unsent, statuses, deliveryMode } = outbox.getOutbox() ?? {};
  expect(unsent).toEqual([newEntry, otherRefusedEntry]);
  expect(Object.fromEntries(statuses ?? [])).toEqual({
    ...{ 'id-1': 'queued', 'id-2': 'refused' },
    ...{ newer: 'queued', sent: 'sent', 'without receipt': 'sent' },
  });
  expect(deliveryMode).toBe('open page');
});

test('returns the same object for a submission that has not changed', async () => {
  await subscribeWith([newEntry, otherEntry]);
  const changedEntry = { ...otherEntry, attempts: 1 };
  await changeOutbox([{ ...newEntry }, changedEntry]);
  const { unsent } = outbox.getOutbox() ?? {};
  expect(unsent?.[0]).toBe(newEntry);
  expect(unsent?.[1]).toBe(changedEntry);
});

test('while the store cannot be read, keeps the last result and retries with backoff', async () => {
  await subscribeWith([newEntry]);
  await changeOutbox(undefined);
  expect(outbox.getOutbox()?.unsent).toEqual([newEntry]);
  for (const delay of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    readStores.mockClear();
    await advanceTime(delay - 1);
    expect(readStores).not.toHaveBeenCalled();
    await advanceTime(1);
    expect(readStores).toHaveBeenCalledTimes(1);
  }
  await changeOutbox([otherEntry]);
  expect(outbox.getOutbox()?.unsent).toEqual([otherEntry]);
  expect(vi.getTimerCount()).toBe(0);
});

test('reports whether Background Sync will deliver', async () => {
  const { register, registration } = installWorker({ accepts: true });
  const { requestSync } = await import('../../src/outbox/background-sync.ts');
  await subscribeWith(undefined);
  await requestSync();
  expect(register).toHaveBeenCalledWith('pear-outbox');
  expect(outbox.getOutbox()).toBe(undefined);
  await changeOutbox([newEntry]);
  const getDeliveryMode = () => outbox.getOutbox()?.deliveryMode;
  expect(getDeliveryMode()).toBe('online');
  for (const type of ['offline', 'online'] as const) {
    Object.assign(navigator, { onLine: type === 'online' });
    fireEvent(type);
    expect(getDeliveryMode()).toBe(type);
  }
  register.mockRejectedValueOnce(new Error('Not allowed'));
  await requestSync();
  expect(getDeliveryMode()).toBe('open page');
  await requestSync();
  expect(getDeliveryMode()).toBe('online');
  Object.assign(registration, { sync: undefined });
  await requestSync();
  expect(getDeliveryMode()).toBe('open page');
});

let root: Root | undefined;
afterEach(async () => {
  root?.unmount();
  await advanceTime();
});

/** Renders a component whose text is the result of a hook. */
async function renderHook(useHook: (id: string) => unknown, firstId = '') {
  const { window, document } = parseHTML('<main></main>');
  vi.stubGlobal('window', window);
  const main = document.querySelector('main') as HTMLElement;
  root = createRoot(main);
  const Viewer = ({ id }: { id: string }) => String(useHook(id));
  const render = async (id: string) => {
    root?.render(createElement(Viewer, { id }));
    await advanceTime();
  };
  await render(firstId);
  return { shown: () => main.textContent, render };
}

test("useStatus ignores outbox reads that began before the submit, and keeps 'sent' after the receipt is deleted", async () => {
  setOutbox(undefined);
  const submitTime = performance.now();
  const { shown, render } = await renderHook(
    (id) =>
      [submitTime, submitTime + 1].map((time) =>
        outbox.useStatus(id, 'queued', time),
      ),
    'id-1',
  );
  expect(shown()).toBe('queued,queued');
  await changeOutbox([refusedEntry]);
  expect(shown()).toBe('refused,queued');
  await advanceTime(1);
  await changeOutbox([refusedEntry]);
  expect(shown()).toBe('refused,refused');
  await changeOutbox([]);
  expect(shown()).toBe('gone,gone');
  await render('id-2');
  expect(shown()).toBe('queued,queued');
  await changeOutbox([], ['id-2']);
  expect(shown()).toBe('sent,sent');
  await changeOutbox([]);
  expect(shown()).toBe('sent,sent');
});

test('a status behind an open dialog does not count as shown', async () => {
  const { isShown, useMarkAsShown } = await import(
    '../../src/submissions/shown.ts'
  );
  let shownDialog: object | undefined;
  const querySelector = (selector: string) =>
    selector === 'dialog[open]' ? shownDialog : undefined;
  vi.stubGlobal('document', { querySelector });
  const { render } = await renderHook((id) =>
    useMarkAsShown(id, id === 'id-2' ? 'dialog' : undefined),
  );
  await render('id-1');
  expect(['id-1', 'id-2'].map(isShown)).toEqual([true, false]);
  shownDialog = {};
  expect(isShown('id-1')).toBe(false);
  await render('id-2');
  expect(['id-1', 'id-2'].map(isShown)).toEqual([false, true]);
  shownDialog = undefined;
  expect(['id-1', 'id-2'].map(isShown)).toEqual([false, false]);
});

const useUnsentIds = () => outbox.useUnsent()?.map(({ id }) => id);
const createEntryOfAge = (age: number) => ({
  ...newEntry,
  createdAt: now - age,
});

test.each<[string, boolean, Submission, onLine?: boolean]>([
  ['was just submitted', false, newEntry],
  ['was submitted 1499 ms ago', false, createEntryOfAge(1499)],
  ['was submitted 1500 ms ago', true, createEntryOfAge(1500)],
  ['was submitted in the future', true, createEntryOfAge(-1)],
  ['was submitted offline', true, newEntry, false],
  ['was attempted', true, { ...newEntry, attempts: 1 }],
  ['was refused', true, { ...newEntry, state: 'refused' }],
])('useUnsent returns a submission that %s: %s', async (...row) => {
  const [, isUnsent, submission, onLine = true] = row;
  vi.stubGlobal('navigator', { onLine });
  const { shown } = await renderHook(useUnsentIds);
  await changeOutbox([submission]);
  expect(shown()).toBe(isUnsent ? 'id-1' : '');
  expect(vi.getTimerCount()).toBe(isUnsent ? 0 : 1);
});

test('useUnsent returns no submissions until all are at least 1500 ms old', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  setOutbox(undefined);
  const { shown } = await renderHook(useUnsentIds);
  expect(shown()).toBe('undefined');
  await changeOutbox([newEntry]);
  await advanceTime(1000);
  await changeOutbox([newEntry, { ...otherEntry, createdAt: now + 1000 }]);
  await advanceTime(1499);
  expect(shown()).toBe('');
  await advanceTime(1);
  expect(shown()).toBe('id-1,id-2');
  expect(vi.getTimerCount()).toBe(0);
});
