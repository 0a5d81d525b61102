import { beforeEach, expect, test, vi } from 'vitest';
import { advanceTime, fire } from './fake-page.ts';

let broadcast: typeof import('../../src/outbox/broadcast.ts');
const listener = vi.fn();

beforeEach(async () => {
  listener.mockReset();
  vi.doUnmock('../../src/outbox/broadcast.ts');
  broadcast = await import('../../src/outbox/broadcast.ts');
});

test('notifies subscribers of changes in this tab and in other tabs', async () => {
  const other = new BroadcastChannel('pear-outbox');
  const received = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  const unsubscribe = broadcast.onOutboxChange(listener);
  broadcast.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(await received).toBe('changed');
  unsubscribe();
  const nextChange = new Promise<void>((resolve) => {
    broadcast.onOutboxChange(resolve);
  });
  other.postMessage('changed');
  await nextChange;
  expect(listener).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  other.close();
});

test('a page that the back-forward cache restores is notified at once and again after 30 seconds', async () => {
  broadcast.onOutboxChange(listener);
  fire('pageshow', { persisted: false });
  expect(listener).not.toHaveBeenCalled();
  fire('pageshow', { persisted: true });
  expect(listener).toHaveBeenCalledTimes(1);
  await advanceTime(30_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('notifies subscribers every two seconds if there is no BroadcastChannel', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  broadcast.onOutboxChange(() => undefined);
  broadcast.onOutboxChange(listener);
  broadcast.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  await advanceTime(4000);
  expect(listener).toHaveBeenCalledTimes(3);
});
