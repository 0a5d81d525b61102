import { parseHTML } from 'linkedom';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../src/outbox/submission.ts';
import {
  advanceTime,
  change,
  fire,
  installWorker,
  now,
  queued,
  readStores,
  setOutbox,
} from './fake-page.ts';

const other = { ...queued, id: 'id-2' };

let outbox: typeof import('../../src/outbox/use-outbox.ts');
const listener = vi.fn();

beforeEach(async () => {
  listener.mockReset();
  outbox = await import('../../src/outbox/use-outbox.ts');
});

async function subscribe(...content: Parameters<typeof setOutbox>) {
  setOutbox(...content);
  const unsubscribe = outbox.subscribeToOutbox(listener);
  await advanceTime();
  return unsubscribe;
}

test('reads the outbox once per change for all subscribers', async () => {
  const unsubscribe = await subscribe([queued]);
  const second = vi.fn();
  outbox.subscribeToOutbox(second);
  await change([queued, other]);
  expect(readStores).toHaveBeenCalledTimes(2);
  expect(second).toHaveBeenCalledTimes(1);
  unsubscribe();
  await change([other]);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(second).toHaveBeenCalledTimes(2);
});

test('reports the status of each submission', async () => {
  const refused: Submission = { ...other, state: 'refused', attempts: 1 };
  const newer = { ...queued, id: 'newer', version: 99 };
  await subscribe([queued, refused, newer], ['sent']);
  const { unsent, statuses, deliveryMode } = outbox.getOutbox() ?? {};
  expect(unsent).toEqual([queued, refused]);
  expect(Object.fromEntries(statuses ?? [])).toEqual({
    ...{ 'id-1': 'queued', 'id-2': 'refused' },
    ...{ newer: 'queued', sent: 'sent' },
  });
  expect(deliveryMode).toBe('open page');
});

test('returns the same object for a submission that has not changed', async () => {
  await subscribe([queued, other]);
  const changed = { ...other, attempts: 1 };
  await change([{ ...queued }, changed]);
  const { unsent } = outbox.getOutbox() ?? {};
  expect(unsent?.[0]).toBe(queued);
  expect(unsent?.[1]).toBe(changed);
});

test('keeps the last read outbox while reading fails, and retries with backoff', async () => {
  await subscribe([queued]);
  await change(undefined);
  expect(outbox.getOutbox()?.unsent).toEqual([queued]);
  for (const delay of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    readStores.mockClear();
    await advanceTime(delay - 1);
    expect(readStores).not.toHaveBeenCalled();
    await advanceTime(1);
    expect(readStores).toHaveBeenCalledTimes(1);
  }
  await change([other]);
  expect(outbox.getOutbox()?.unsent).toEqual([other]);
  expect(vi.getTimerCount()).toBe(0);
});

test('reports whether Background Sync will deliver', async () => {
  const { register, registration } = installWorker({ accepts: true });
  const { requestSync } = await import('../../src/outbox/background-sync.ts');
  await subscribe(undefined);
  await requestSync();
  expect(register).toHaveBeenCalledWith('pear-outbox');
  expect(outbox.getOutbox()).toBe(undefined);
  await change([queued]);
  const deliveryMode = () => outbox.getOutbox()?.deliveryMode;
  expect(deliveryMode()).toBe('online');
  for (const type of ['offline', 'online'] as const) {
    Object.assign(navigator, { onLine: type === 'online' });
    fire(type);
    expect(deliveryMode()).toBe(type);
  }
  register.mockRejectedValueOnce(new Error('Not allowed'));
  await requestSync();
  expect(deliveryMode()).toBe('open page');
  await requestSync();
  expect(deliveryMode()).toBe('online');
  Object.assign(registration, { sync: undefined });
  await requestSync();
  expect(deliveryMode()).toBe('open page');
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

test("useStatus ignores reads from before the submit, and keeps 'sent' after the receipt is deleted", async () => {
  const refused: Submission = { ...queued, state: 'refused', attempts: 1 };
  setOutbox(undefined);
  const at = performance.now();
  const { shown, render } = await renderHook(
    (id) => [at, at + 1].map((time) => outbox.useStatus(id, 'queued', time)),
    'id-1',
  );
  expect(shown()).toBe('queued,queued');
  await change([refused]);
  expect(shown()).toBe('refused,queued');
  await advanceTime(1);
  await change([refused]);
  expect(shown()).toBe('refused,refused');
  await change([]);
  expect(shown()).toBe('gone,gone');
  await render('id-2');
  expect(shown()).toBe('queued,queued');
  await change([], ['id-2']);
  expect(shown()).toBe('sent,sent');
  await change([]);
  expect(shown()).toBe('sent,sent');
});

const useUnsentIds = () => outbox.useUnsent()?.map(({ id }) => id);
const submissionOfAge = (age: number) => ({ ...queued, createdAt: now - age });

test.each<[string, boolean, Submission, onLine?: boolean]>([
  ['was just submitted', false, queued],
  ['was submitted 1499 ms ago', false, submissionOfAge(1499)],
  ['was submitted 1500 ms ago', true, submissionOfAge(1500)],
  ['was submitted in the future', true, submissionOfAge(-1)],
  ['was submitted offline', true, queued, false],
  ['was attempted', true, { ...queued, attempts: 1 }],
  ['was refused', true, { ...queued, state: 'refused' }],
])('useUnsent returns a submission that %s: %s', async (...row) => {
  const [, isUnsent, submission, onLine = true] = row;
  vi.stubGlobal('navigator', { onLine });
  const { shown } = await renderHook(useUnsentIds);
  await change([submission]);
  expect(shown()).toBe(isUnsent ? 'id-1' : '');
  expect(vi.getTimerCount()).toBe(isUnsent ? 0 : 1);
});

test('useUnsent returns submissions once the newest is 1500 ms old', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  setOutbox(undefined);
  const { shown } = await renderHook(useUnsentIds);
  expect(shown()).toBe('undefined');
  await change([queued]);
  await advanceTime(1000);
  await change([queued, { ...other, createdAt: now + 1000 }]);
  await advanceTime(1499);
  expect(shown()).toBe('');
  await advanceTime(1);
  expect(shown()).toBe('id-1,id-2');
  expect(vi.getTimerCount()).toBe(0);
});
