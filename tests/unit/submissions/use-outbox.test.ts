import 'fake-indexeddb/auto';
import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { parseHTML } from 'linkedom';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runTasks } from '../../support/waits.ts';

const now = 1_700_000_000_000;
const newRecord = {
  id: 'id-1',
  version: 1,
  form: 'careers',
  values: { message: 'Hi' },
  state: 'queued',
  createdAt: now,
  attempts: 0,
  dueAt: now,
};
const refusedRecord = { ...newRecord, state: 'failed', attempts: 1 };

let outboxModule: typeof import('../../../src/submissions/outbox.ts');
let hooks: typeof import('../../../src/submissions/use-outbox.ts');
let eventTarget: EventTarget;
let root: Root | undefined;

beforeEach(async () => {
  vi.useFakeTimers({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
  });
  eventTarget = new EventTarget();
  vi.stubGlobal('indexedDB', new FakeFactory());
  vi.stubGlobal('navigator', { onLine: true });
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, eventTarget[name].bind(eventTarget));
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  );
  vi.resetModules();
  outboxModule = await import('../../../src/submissions/outbox.ts');
  hooks = await import('../../../src/submissions/use-outbox.ts');
  await outboxModule.outbox.readContent();
});

afterEach(async () => {
  root?.unmount();
  root = undefined;
  await advanceTime();
  vi.useRealTimers();
});

/** Advances the timers by `time` ms, then lets the database's tasks run. */
async function advanceTime(time = 0): Promise<void> {
  vi.advanceTimersByTime(time);
  await runTasks();
}

/** Replaces the content of the disk, and lets the page read it. */
async function changeOutbox(records: object[], receipts: string[] = []) {
  const database = await openDB('pear');
  await database.clear('submissions');
  await database.clear('receipts');
  for (const record of records) await database.put('submissions', record);
  for (const id of receipts) await database.put('receipts', { id, at: now });
  database.close();
  outboxModule.outbox.refresh();
  await advanceTime();
}

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
  // Nothing was submitted, so the moments are those of the reads.
  const secondRead = 2;
  const { shown, render } = await renderHook(
    (id) =>
      [secondRead, secondRead + 1].map((submitMoment) =>
        hooks.useStatus(id, 'queued', submitMoment),
      ),
    'id-1',
  );
  expect(shown()).toBe('queued,queued');

  await changeOutbox([refusedRecord]);
  expect(shown()).toBe('refused,queued');

  await changeOutbox([refusedRecord]);
  expect(shown()).toBe('refused,refused');

  await changeOutbox([]);
  expect(shown()).toBe('gone,gone');
  await changeOutbox([], ['id-1']);
  expect(shown()).toBe('sent,sent');

  await changeOutbox([]);
  expect(shown()).toBe('sent,sent');
  // Another submission has a status of its own.
  await changeOutbox([{ ...refusedRecord, id: 'id-2' }]);
  await render('id-2');
  expect(shown()).toBe('refused,refused');
});

test.each([
  { initial: 'queued', isSubmit: true, expected: 'gone' },
  // It was sent without being stored.
  { initial: 'sent', isSubmit: true, expected: 'sent' },
  // The page has read it before, and has not submitted it itself.
  { initial: 'refused', isSubmit: false, expected: 'refused' },
] as const)(
  'a $initial submission that the outbox never had shows as $expected',
  async ({ initial, isSubmit, expected }) => {
    const firstRead = 1;
    const submitMoment = isSubmit ? firstRead : undefined;
    const { shown } = await renderHook(
      (id) => hooks.useStatus(id, initial, submitMoment),
      'id-1',
    );
    await advanceTime(1);
    await changeOutbox([]);
    expect(shown()).toBe(expected);
  },
);

const useUnsentIds = () => hooks.useUnsent()?.map(({ id }) => id);
const recordOfAge = (age: number) => ({ ...newRecord, createdAt: now - age });

test.each([
  { past: 'was just submitted', record: newRecord, isUnsent: false },
  {
    past: 'was submitted 1499 ms ago',
    record: recordOfAge(1499),
    isUnsent: false,
  },
  {
    past: 'was submitted 1500 ms ago',
    record: recordOfAge(1500),
    isUnsent: true,
  },
  {
    past: 'was submitted in the future',
    record: recordOfAge(-1),
    isUnsent: true,
  },
  {
    past: 'was submitted offline',
    record: newRecord,
    onLine: false,
    isUnsent: true,
  },
  {
    past: 'was attempted',
    record: { ...newRecord, attempts: 1 },
    isUnsent: true,
  },
  { past: 'was refused', record: refusedRecord, isUnsent: true },
])(
  'useUnsent returns a submission that $past: $isUnsent',
  async ({ record, onLine = true, isUnsent }) => {
    vi.stubGlobal('navigator', { onLine });
    const { shown } = await renderHook(useUnsentIds);
    await changeOutbox([record]);
    expect(shown()).toBe(isUnsent ? 'id-1' : '');
  },
);

test('useUnsent returns no submissions until all are at least 1500 ms old', async () => {
  const { shown } = await renderHook(useUnsentIds);
  await changeOutbox([newRecord]);
  await advanceTime(1000);
  const later = { ...newRecord, id: 'id-2', createdAt: now + 1000 };
  await changeOutbox([newRecord, later]);
  await advanceTime(1499);
  expect(shown()).toBe('');
  await advanceTime(1);
  expect(shown()).toBe('id-1,id-2');
});

test('a status behind an open dialog does not count as shown', async () => {
  const { isShown, useMarkAsShown } = await import(
    '../../../src/submissions/shown-submissions.ts'
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

test('useDeliveryMode follows Background Sync and the network', async () => {
  const { useDeliveryMode } = await import(
    '../../../src/submissions/delivery-mode.ts'
  );
  const { isRegistered } = outboxModule.outbox.backgroundSync;
  const { shown } = await renderHook(useDeliveryMode);
  expect(shown()).toBe('open page');

  isRegistered.set(true);
  await advanceTime();
  expect(shown()).toBe('online');

  for (const type of ['offline', 'online']) {
    Object.assign(navigator, { onLine: type === 'online' });
    eventTarget.dispatchEvent(new Event(type));
    await advanceTime();
    expect(shown()).toBe(type);
  }
});
