import { expect, test, vi } from 'vitest';
import type { RequestResult } from './server.ts';
import { failCalls, now, recordOf, sendText, startPage } from './start-page.ts';

const dueIn5Seconds = { dueAt: now + 5000, attempts: 1, error: 'unavailable' };
const dueIn5Minutes = { dueAt: now + 5 * 60 * 1000 };
const refusal = { state: 'failed', attempts: 1, error: 'permission-denied' };
const refusal2 = { ...refusal, attempts: 2 };
const defaultOptions = { ignoreBackoff: false, retryRefused: false };
const eagerOptions = { ...defaultOptions, ignoreBackoff: true };
const retryOptions = { ignoreBackoff: true, retryRefused: true };
const triedTwice = { attempts: 2 };
const triedThrice = { attempts: 3, dueAt: now + 3000 };
const triedOften = { ...dueIn5Seconds, attempts: 9 };
const triedOnce = { attempts: 1, dueAt: now + 750 };

type DeliveryCase = [
  string,
  object,
  typeof eagerOptions,
  RequestResult | 'not sent',
  number,
  object?,
];
test.each<DeliveryCase>([
  ['ignores', { version: 99 }, retryOptions, 'not sent', 0],
  ['does not send', dueIn5Seconds, defaultOptions, 'not sent', 1],
  ['does not send', dueIn5Minutes, defaultOptions, 'not sent', 1],
  ['sends', dueIn5Seconds, eagerOptions, 'stored', 0],
  ['does not send', refusal, eagerOptions, 'not sent', 0],
  ['sends', refusal, retryOptions, 'stored', 0],
  ['does not change', refusal, retryOptions, 'not reached', 0, refusal],
  ['counts a new attempt of', refusal, retryOptions, 'refused', 0, refusal2],
  ['marks as refused', {}, defaultOptions, 'refused', 0, refusal],
  ['postpones', triedTwice, defaultOptions, 'not reached', 1, triedThrice],
  ['resets delays of', triedOften, eagerOptions, 'not reached', 1, triedOnce],
])(
  'a delivery %s a submission with %j and the options %j (request: %s)',
  async (...row) => {
    const [, fields, options, result, waitCount, newFields] = row;
    const isSent = result !== 'not sent';
    const { device, requestedIds } = startPage(isSent ? result : 'stored');
    await device.seed(recordOf('id-1', fields));
    device.channels.messages.length = 0;
    expect(await device.start().outbox.deliver(options)).toBe(waitCount);
    expect(requestedIds).toEqual(isSent ? ['id-1'] : []);
    const { submissions } = await device.readDisk();
    const expectedEntry = isSent ? newFields : recordOf('id-1', fields);
    expect(submissions).toMatchObject(expectedEntry ? [expectedEntry] : []);
    const isChanged = isSent && newFields !== fields;
    expect(device.channels.messages).toEqual(isChanged ? ['changed'] : []);
  },
);

test.each<['get' | 'put' | 'delete', number, RequestResult]>([
  ['get', 1, 'stored'],
  ['put', 1, 'not reached'],
  ['delete', 1, 'stored'],
])(
  'delivers the next submission if %s() in the database fails %i times',
  async (method, failures, result) => {
    const { device, page } = startPage(result, result);
    await device.seed(
      recordOf('bad'),
      recordOf('good', { createdAt: now + 1 }),
    );
    failCalls(method, failures);
    const entries = [{ id: 'bad', attempts: 0 }];
    if (result === 'not reached') entries.push({ id: 'good', attempts: 1 });
    expect(await page.outbox.deliver()).toBe(entries.length);
    expect((await device.readDisk()).submissions).toMatchObject(entries);
  },
);

test('delivers the remaining submissions after one fails, and logs no personal data', async () => {
  const { device, storedTexts } = startPage('refused', 'not reached');
  await device.seed(recordOf('one'), recordOf('three'), recordOf('two'));
  await device.start().outbox.deliver();
  expect([...storedTexts.keys()]).toEqual(['two']);
  expect(device.errorLines).toEqual([
    'pear: careers one was not accepted: permission-denied',
  ]);
});

test('a delivery also sends a submission that is added while the delivery runs', async () => {
  const results: RequestResult[] = ['not reached', 'not reached'];
  const { device, page, server, requestedIds } = startPage(...results);
  await device.seed(recordOf('first'));
  server.observe = () => device.seed(recordOf('second'));
  expect(await page.outbox.deliver()).toBe(2);
  expect(requestedIds).toEqual(['first', 'second']);
});

test('calls during a delivery cause one more delivery, which merges their options', async () => {
  const { device, page, server, requestedIds } = startPage();
  const { deliver } = page.outbox;
  await device.seed(recordOf('first'));
  let nextResults: Promise<number[]> | undefined;
  server.observe = async () => {
    if (nextResults) return;
    await device.seed(
      recordOf('due', dueIn5Seconds),
      recordOf('refused', refusal),
    );
    const options = [{}, { ignoreBackoff: true }, { retryRefused: true }, {}];
    nextResults = Promise.all(options.map(deliver));
  };
  await deliver();
  expect(new Set(await nextResults).size).toBe(1);
  expect(requestedIds).toEqual(['first', 'due', 'refused']);
});

test('two tabs that deliver at the same time send each submission only once', async () => {
  const { device, page, requestedIds } = startPage('stored', 'not reached');
  await device.seed(recordOf('id-1'), recordOf('id-2'));
  const pages = [page, device.start()];
  const waitCounts = await Promise.all(
    pages.map(({ outbox }) => outbox.deliver()),
  );
  expect(waitCounts).toEqual([1, 1]);
  expect(requestedIds).toEqual(['id-1', 'id-2']);
});

test('a failed delivery does not prevent the next delivery', async () => {
  const { page, storedTexts } = startPage();
  await sendText(page, 'Hello', 'id-1');
  failCalls('getAll');
  await expect(page.outbox.deliver()).rejects.toThrow('does not answer');
  vi.restoreAllMocks();
  await page.outbox.deliver();
  expect(storedTexts.size).toBe(1);
});

test('a damaged record without a time does not change the order of the others', async () => {
  const { device, page, requestedIds } = startPage();
  await device.seed(
    recordOf('a', { createdAt: now + 3 }),
    recordOf('b', { createdAt: undefined }),
    recordOf('c', { createdAt: now + 1 }),
  );
  await page.outbox.deliver();
  expect(requestedIds).toEqual(['c', 'a']);
});
