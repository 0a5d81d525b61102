import { expect, test, vi } from 'vitest';
import { failCalls, now, prepare, send, waiting } from './prepare.ts';
import type { Fate } from './server.ts';

const postponed = { dueAt: now + 5000, attempts: 1, error: 'unavailable' };
const dueInFiveMinutes = { dueAt: now + 5 * 60 * 1000 };
const refused = { state: 'failed', attempts: 1, error: 'permission-denied' };
const refusedTwice = { ...refused, attempts: 2 };
const normal = { ignoreBackoff: false, retryRefused: false };
const early = { ...normal, ignoreBackoff: true };
const retryAll = { ignoreBackoff: true, retryRefused: true };
const attemptedTwice = { attempts: 2 };
const thirdAttempt = { attempts: 3, dueAt: now + 3000 };
const manyAttempts = { ...postponed, attempts: 9 };
const firstAttempt = { attempts: 1, dueAt: now + 750 };
const noChange = undefined;

test.each<
  [string, object, typeof normal, Fate | 'not sent', number, object | undefined]
>([
  ['ignores', { version: 99 }, retryAll, 'not sent', 0, noChange],
  ['does not send', postponed, normal, 'not sent', 1, noChange],
  ['does not send', dueInFiveMinutes, normal, 'not sent', 1, noChange],
  ['sends', postponed, early, 'stored', 0, noChange],
  ['does not send', refused, early, 'not sent', 0, noChange],
  ['sends', refused, retryAll, 'stored', 0, noChange],
  ['does not change', refused, retryAll, 'not reached', 0, refused],
  ['counts another attempt of', refused, retryAll, 'refused', 0, refusedTwice],
  ['marks as refused', {}, normal, 'refused', 0, refused],
  ['postpones', attemptedTwice, normal, 'not reached', 1, thirdAttempt],
  ['restarts delays of', manyAttempts, early, 'not reached', 1, firstAttempt],
])(
  'a delivery %s a submission with %j and the options %j (request: %s)',
  async (...row) => {
    const [, before, options, fate, waits, after] = row;
    const isSent = fate !== 'not sent';
    const { device, requests } = prepare(isSent ? fate : 'stored');
    await device.seed(waiting('id-1', before));
    device.announcements = 0;
    expect(await device.start().code.deliver(options)).toBe(waits);
    expect(requests).toEqual(isSent ? ['id-1'] : []);
    const { submissions } = await device.snapshot();
    const left = isSent ? after : waiting('id-1', before);
    expect(submissions).toMatchObject(left ? [left] : []);
    expect(device.announcements).toBe(isSent && after !== before ? 1 : 0);
  },
);

test.each<['get' | 'put' | 'delete', number, Fate]>([
  ['get', 1, 'stored'],
  ['put', 1, 'not reached'],
  // markDelivered() tries twice to delete the submission.
  ['delete', 2, 'stored'],
])(
  'delivers the next submission if %s() in the database fails %i times',
  async (method, failures, fate) => {
    const { device, page } = prepare(fate, fate);
    await device.seed(waiting('bad'), waiting('good', { createdAt: now + 1 }));
    failCalls(method, failures);
    const left = [{ id: 'bad', attempts: 0 }];
    if (fate === 'not reached') left.push({ id: 'good', attempts: 1 });
    expect(await page.code.deliver()).toBe(left.length);
    expect((await device.snapshot()).submissions).toMatchObject(left);
  },
);

test('delivers other submissions after a failure, and logs no personal data', async () => {
  const { device, stored } = prepare('refused', 'not reached');
  await device.seed(waiting('one'), waiting('three'), waiting('two'));
  await device.start().code.deliver();
  expect([...stored.keys()]).toEqual(['two']);
  expect(device.reports).toEqual([
    'pear: careers one was not accepted: permission-denied',
  ]);
});

test('a delivery also sends a submission that is added while the delivery runs', async () => {
  const fates: Fate[] = ['not reached', 'not reached'];
  const { device, page, server, requests } = prepare(...fates);
  await device.seed(waiting('first'));
  server.observe = () => device.seed(waiting('second'));
  expect(await page.code.deliver()).toBe(2);
  expect(requests).toEqual(['first', 'second']);
});

test('calls during a delivery share one next delivery, which combines their options', async () => {
  const { device, page, server, requests } = prepare();
  const { deliver } = page.code;
  await device.seed(waiting('first'));
  let others: Promise<number[]> | undefined;
  server.observe = async () => {
    if (others) return;
    await device.seed(waiting('early', postponed), waiting('refused', refused));
    const all = [{}, { ignoreBackoff: true }, { retryRefused: true }, {}];
    others = Promise.all(all.map(deliver));
  };
  await deliver();
  expect(new Set(await others).size).toBe(1);
  expect(requests).toEqual(['first', 'early', 'refused']);
});

test('two tabs that deliver at the same time send each submission only once', async () => {
  const { device, page, requests } = prepare('stored', 'not reached');
  await device.seed(waiting('id-1'), waiting('id-2'));
  const pages = [page, device.start()];
  const left = await Promise.all(pages.map(({ code }) => code.deliver()));
  expect(left).toEqual([1, 1]);
  expect(requests).toEqual(['id-1', 'id-2']);
});

test('delivers a submission although the previous delivery failed', async () => {
  const { page, stored } = prepare();
  await send(page, 'Hello', 'id-1');
  failCalls('getAll');
  await expect(page.code.deliver()).rejects.toThrow('does not answer');
  vi.restoreAllMocks();
  await page.code.deliver();
  expect(stored.size).toBe(1);
});
