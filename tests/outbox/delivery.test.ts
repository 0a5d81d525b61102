import { expect, test, vi } from 'vitest';
import type { Result } from './server.ts';
import { entryOf, failCalls, now, send, startPage } from './start-page.ts';

const dueIn5Seconds = { dueAt: now + 5000, attempts: 1, error: 'unavailable' };
const dueIn5Minutes = { dueAt: now + 5 * 60 * 1000 };
const refused = { state: 'failed', attempts: 1, error: 'permission-denied' };
const refusedTwice = { ...refused, attempts: 2 };
const defaults = { ignoreBackoff: false, retryRefused: false };
const early = { ...defaults, ignoreBackoff: true };
const retryAll = { ignoreBackoff: true, retryRefused: true };
const attemptedTwice = { attempts: 2 };
const afterThreeAttempts = { attempts: 3, dueAt: now + 3000 };
const manyAttempts = { ...dueIn5Seconds, attempts: 9 };
const afterOneAttempt = { attempts: 1, dueAt: now + 750 };

type Row = [string, object, typeof early, Result | 'not sent', number, object?];
test.each<Row>([
  ['ignores', { version: 99 }, retryAll, 'not sent', 0],
  ['does not send', dueIn5Seconds, defaults, 'not sent', 1],
  ['does not send', dueIn5Minutes, defaults, 'not sent', 1],
  ['sends', dueIn5Seconds, early, 'stored', 0],
  ['does not send', refused, early, 'not sent', 0],
  ['sends', refused, retryAll, 'stored', 0],
  ['does not change', refused, retryAll, 'not reached', 0, refused],
  ['counts another attempt of', refused, retryAll, 'refused', 0, refusedTwice],
  ['marks as refused', {}, defaults, 'refused', 0, refused],
  ['postpones', attemptedTwice, defaults, 'not reached', 1, afterThreeAttempts],
  ['resets delays of', manyAttempts, early, 'not reached', 1, afterOneAttempt],
])(
  'a delivery %s a submission with %j and the options %j (request: %s)',
  async (...row) => {
    const [, before, options, result, waits, after] = row;
    const isSent = result !== 'not sent';
    const { device, requestedIds } = startPage(isSent ? result : 'stored');
    await device.seed(entryOf('id-1', before));
    device.broadcastCount = 0;
    expect(await device.start().code.deliver(options)).toBe(waits);
    expect(requestedIds).toEqual(isSent ? ['id-1'] : []);
    const { submissions } = await device.snapshot();
    const remaining = isSent ? after : entryOf('id-1', before);
    expect(submissions).toMatchObject(remaining ? [remaining] : []);
    expect(device.broadcastCount).toBe(isSent && after !== before ? 1 : 0);
  },
);

test.each<['get' | 'put' | 'delete', number, Result]>([
  ['get', 1, 'stored'],
  ['put', 1, 'not reached'],
  // markDelivered() tries twice to delete the submission.
  ['delete', 2, 'stored'],
])(
  'delivers the next submission if %s() in the database fails %i times',
  async (method, failures, result) => {
    const { device, page } = startPage(result, result);
    await device.seed(entryOf('bad'), entryOf('good', { createdAt: now + 1 }));
    failCalls(method, failures);
    const remaining = [{ id: 'bad', attempts: 0 }];
    if (result === 'not reached') remaining.push({ id: 'good', attempts: 1 });
    expect(await page.code.deliver()).toBe(remaining.length);
    expect((await device.snapshot()).submissions).toMatchObject(remaining);
  },
);

test('delivers other submissions after a failure, and logs no personal data', async () => {
  const { device, stored } = startPage('refused', 'not reached');
  await device.seed(entryOf('one'), entryOf('three'), entryOf('two'));
  await device.start().code.deliver();
  expect([...stored.keys()]).toEqual(['two']);
  expect(device.errorLines).toEqual([
    'pear: careers one was not accepted: permission-denied',
  ]);
});

test('a delivery also sends a submission that is added while the delivery runs', async () => {
  const results: Result[] = ['not reached', 'not reached'];
  const { device, page, server, requestedIds } = startPage(...results);
  await device.seed(entryOf('first'));
  server.observe = () => device.seed(entryOf('second'));
  expect(await page.code.deliver()).toBe(2);
  expect(requestedIds).toEqual(['first', 'second']);
});

test('calls during a delivery share one next delivery, which combines their options', async () => {
  const { device, page, server, requestedIds } = startPage();
  const { deliver } = page.code;
  await device.seed(entryOf('first'));
  let others: Promise<number[]> | undefined;
  server.observe = async () => {
    if (others) return;
    await device.seed(
      entryOf('due', dueIn5Seconds),
      entryOf('refused', refused),
    );
    const all = [{}, { ignoreBackoff: true }, { retryRefused: true }, {}];
    others = Promise.all(all.map(deliver));
  };
  await deliver();
  expect(new Set(await others).size).toBe(1);
  expect(requestedIds).toEqual(['first', 'due', 'refused']);
});

test('two tabs that deliver at the same time send each submission only once', async () => {
  const { device, page, requestedIds } = startPage('stored', 'not reached');
  await device.seed(entryOf('id-1'), entryOf('id-2'));
  const pages = [page, device.start()];
  const remaining = await Promise.all(pages.map(({ code }) => code.deliver()));
  expect(remaining).toEqual([1, 1]);
  expect(requestedIds).toEqual(['id-1', 'id-2']);
});

test('delivers a submission although the previous delivery failed', async () => {
  const { page, stored } = startPage();
  await send(page, 'Hello', 'id-1');
  failCalls('getAll');
  await expect(page.code.deliver()).rejects.toThrow('does not answer');
  vi.restoreAllMocks();
  await page.code.deliver();
  expect(stored.size).toBe(1);
});
