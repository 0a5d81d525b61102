import { parseHTML } from 'linkedom';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordFailure, type Submission } from '../../src/outbox/submission.ts';
import { change, fire, hold, now, one, pass, readAll } from './page.ts';

const two = { ...one, id: 'id-2' };

let live: typeof import('../../src/outbox/use-outbox.ts');
const listener = vi.fn();

beforeEach(async () => {
  listener.mockReset();
  live = await import('../../src/outbox/use-outbox.ts');
});

async function begin(...given: Parameters<typeof hold>) {
  hold(...given);
  const stop = live.subscribeToOutbox(listener);
  await pass();
  return stop;
}

test('all who follow share one read a change', async () => {
  const stop = await begin([one]);
  const other = vi.fn();
  live.subscribeToOutbox(other);
  await change([one, two]);
  expect(readAll).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(1);
  stop();
  await change([two]);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(2);
});

test('it tells of each how far it has come', async () => {
  const refused = recordFailure(two, 'refused', 3, 'permission-denied');
  const newer = { ...one, id: 'newer', version: 99 };
  await begin([one, refused, newer], ['sent']);
  const { unsent, statuses, sending } = live.currentOutbox() ?? {};
  expect(unsent).toEqual([one, refused]);
  expect([...(statuses ?? [])].sort()).toEqual([
    ['id-1', 'queued'],
    ['id-2', 'refused'],
    ['newer', 'queued'],
    ['sent', 'sent'],
  ]);
  expect(sending).toBe('open page');
});

test('what has not changed stays the same object', async () => {
  await begin([one, two]);
  const before = live.currentOutbox()?.unsent;
  const tried = recordFailure(two, 'queued', 1003, 'unknown');
  await change([{ ...one }, tried]);
  const after = live.currentOutbox()?.unsent;
  expect(after?.[0]).toBe(before?.[0]);
  expect(after?.[1]).toBe(tried);
});

test('what cannot be read is shown as it was and read again, less and less often', async () => {
  await begin([one]);
  await change(undefined);
  expect(live.currentOutbox()?.unsent).toEqual([one]);
  for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    readAll.mockClear();
    await pass(pause - 1);
    expect(readAll).not.toHaveBeenCalled();
    await pass(1);
    expect(readAll).toHaveBeenCalledTimes(1);
  }
  await change([two]);
  expect(live.currentOutbox()?.unsent).toEqual([two]);
  expect(vi.getTimerCount()).toBe(0);
});

test('Background Sync that sends is told of, once the outbox is known', async () => {
  const register = vi.fn(async () => undefined);
  const registration = { sync: { register } };
  const ready = Promise.resolve(registration);
  const serviceWorker = { ready, addEventListener: () => undefined };
  const navigator = { onLine: true, serviceWorker };
  vi.stubGlobal('navigator', navigator);
  const { requestSync } = await import('../../src/outbox/background-sync.ts');
  await begin(undefined);
  await requestSync();
  expect(register).toHaveBeenCalledWith('pear-outbox');
  expect(live.currentOutbox()).toBe(undefined);
  await change([one]);
  expect(live.currentOutbox()?.sending).toBe('online');
  for (const type of ['offline', 'online'] as const) {
    navigator.onLine = type === 'online';
    fire(type);
    expect(live.currentOutbox()?.sending).toBe(type);
  }
  register.mockRejectedValueOnce(new Error('Not allowed'));
  await requestSync();
  expect(live.currentOutbox()?.sending).toBe('open page');
  await requestSync();
  expect(live.currentOutbox()?.sending).toBe('online');
  Object.assign(registration, { sync: undefined });
  await requestSync();
  expect(live.currentOutbox()?.sending).toBe('open page');
});

let root: Root | undefined;
afterEach(async () => {
  root?.unmount();
  await pass();
});

/** Has a component show what it sees. */
async function show(see: (given: string) => unknown, first = '') {
  const { window, document } = parseHTML('<main></main>');
  vi.stubGlobal('window', window);
  const main = document.querySelector('main') as HTMLElement;
  root = createRoot(main);
  const Viewer = (props: { given: string }) => String(see(props.given));
  const render = async (given: string) => {
    root?.render(createElement(Viewer, { given }));
    await pass();
  };
  await render(first);
  return { shown: () => main.textContent, render };
}

test('a status is what was read since, and not forgotten once seen', async () => {
  const refused = recordFailure(one, 'refused', now, 'permission-denied');
  hold(undefined);
  const at = performance.now();
  const see = (id: string) =>
    [at, at + 1].map((time) => live.useStatus(id, 'queued', time));
  const { shown, render } = await show(see, 'id-1');
  expect(shown()).toBe('queued,queued');
  await change([refused]);
  expect(shown()).toBe('refused,queued');
  await pass(1);
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

const unsent = () => live.useUnsent()?.map(({ id }) => id);
const aged = (age: number) => ({ ...one, createdAt: now - age });

test.each<[string, boolean, Submission, onLine?: boolean]>([
  ['has just been submitted', false, one],
  ['was submitted 1499 ms ago', false, aged(1499)],
  ['was submitted 1500 ms ago', true, aged(1500)],
  ['was submitted in the future', true, aged(-1)],
  ['was submitted offline', true, one, false],
  ['has been tried', true, { ...one, attempts: 1 }],
  ['was refused', true, { ...one, state: 'refused' }],
])('what %s is unsent at once: %s', async (_, is, found, onLine = true) => {
  vi.stubGlobal('navigator', { onLine });
  const { shown } = await show(unsent);
  await change([found]);
  expect(shown()).toBe(is ? 'id-1' : '');
  expect(vi.getTimerCount()).toBe(is ? 0 : 1);
});

test('what is being tried is unsent once the last is 1500 ms old', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  hold(undefined);
  const { shown } = await show(unsent);
  expect(shown()).toBe('undefined');
  await change([one]);
  await pass(1000);
  await change([one, { ...two, createdAt: now + 1000 }]);
  await pass(1499);
  expect(shown()).toBe('');
  await pass(1);
  expect(shown()).toBe('id-1,id-2');
  expect(vi.getTimerCount()).toBe(0);
});
