import { beforeEach, expect, test, vi } from 'vitest';
import { advanceTime, fireEvent } from './fake-page.ts';

let broadcastModule: typeof import('../../src/outbox/broadcast.ts');
const listener = vi.fn();

beforeEach(async () => {
  listener.mockReset();
  vi.doUnmock('../../src/outbox/broadcast.ts');
  broadcastModule = await import('../../src/outbox/broadcast.ts');
});

test('notifies subscribers of changes in this tab and in other tabs, which may be deliveries without receipts', async () => {
  const otherTabChannel = new BroadcastChannel('pear-outbox');
  const receivedMessage = new Promise((resolve) => {
    otherTabChannel.onmessage = ({ data }) => resolve(data);
  });
  const unsubscribe = broadcastModule.onOutboxChange(listener);
  broadcastModule.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(await receivedMessage).toBe('changed');
  unsubscribe();
  const nextChange = new Promise<void>((resolve) => {
    broadcastModule.onOutboxChange(resolve);
  });
  otherTabChannel.postMessage('id-1');
  await nextChange;
  expect([...broadcastModule.idsWithoutReceipt]).toEqual(['id-1']);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  otherTabChannel.close();
});

test('a page restored from the back-forward cache is notified at once, and again after 30 seconds', async () => {
  broadcastModule.onOutboxChange(listener);
  fireEvent('pageshow', { persisted: false });
  expect(listener).not.toHaveBeenCalled();
  fireEvent('pageshow', { persisted: true });
  expect(listener).toHaveBeenCalledTimes(1);
  await advanceTime(30_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('notifies subscribers every two seconds if there is no BroadcastChannel', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  broadcastModule.onOutboxChange(() => undefined);
  broadcastModule.onOutboxChange(listener);
  broadcastModule.broadcastChange();
  expect(listener).toHaveBeenCalledTimes(1);
  await advanceTime(4000);
  expect(listener).toHaveBeenCalledTimes(3);
});
