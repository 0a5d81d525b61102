import { expect, test, vi } from 'vitest';
import { now, prepare, send, waiting } from './prepare.ts';
import type { Fate } from './server.ts';

const early = { dueAt: now + 5000, attempts: 1, error: 'unavailable' };
const longest = { dueAt: now + 5 * 60 * 1000 };
const refused = { state: 'failed', attempts: 1, error: 'permission-denied' };
const twice = { ...refused, attempts: 2 };
const calm = { ignoreBackoff: false, retryFailed: false };
const hopeful = { ...calm, ignoreBackoff: true };
const retryAll = { ignoreBackoff: true, retryFailed: true };
const second = { attempts: 2 };
const third = { attempts: 3, dueAt: now + 3000 };
const tenth = { ...early, attempts: 9 };
const first = { attempts: 1, dueAt: now + 750 };

test.each<[string, object, typeof calm, Fate | 'not sent', number, object?]>([
  ['a newer version is left alone', { version: 99 }, retryAll, 'not sent', 0],
  ['what is not due waits', early, calm, 'not sent', 1],
  ['also the longest time', longest, calm, 'not sent', 1],
  ['unless it is asked for now', early, hopeful, 'stored', 0],
  ['what was refused stays so', refused, hopeful, 'not sent', 0],
  ['unless it is asked for', refused, retryAll, 'stored', 0],
  ['refused, it meets no answer', refused, retryAll, 'not reached', 0, refused],
  ['refused, it is refused again', refused, retryAll, 'refused', 0, twice],
  ['a first refusal is no waiting', {}, calm, 'refused', 0, refused],
  ['it waits as long as attempts say', second, calm, 'not reached', 1, third],
  ['asked for now, as long as first', tenth, hopeful, 'not reached', 1, first],
])('%s', async (_, before, asked, fate, waits, after) => {
  const isSent = fate !== 'not sent';
  const { device, requests } = prepare(isSent ? fate : 'stored');
  await device.seed(waiting('one', before));
  device.announcements = 0;
  expect(await device.start().code.deliver(asked)).toBe(waits);
  expect(requests).toEqual(isSent ? ['one'] : []);
  const { submissions } = await device.look();
  const left = isSent ? after : waiting('one', before);
  expect(submissions).toMatchObject(left ? [left] : []);
  // Told wherever something has changed.
  expect(device.announcements).toBe(isSent && after !== before ? 1 : 0);
});

test.each<['get' | 'put' | 'delete', Fate]>([
  ['get', 'stored'],
  ['put', 'not reached'],
  ['delete', 'stored'],
])('one whose %s fails waits, and holds back no other', async (name, fate) => {
  const { device, requests } = prepare(fate, fate);
  await device.seed(waiting('bad'), waiting('good', { createdAt: now + 1 }));
  type Work = (this: IDBObjectStore, given: string | { id: string }) => unknown;
  const methods = IDBObjectStore.prototype as unknown as Record<string, Work>;
  const work = methods[name];
  vi.spyOn(methods, name).mockImplementation(function (
    this: IDBObjectStore,
    given,
  ) {
    if ([given, Object(given).id].includes('bad')) {
      throw new DOMException('As the test has it', 'DataError');
    }
    return work?.call(this, given);
  });
  const waits = await device.start().code.deliver();
  expect(waits).toBe(fate === 'stored' ? 1 : 2);
  expect(requests.at(-1)).toBe('good');
  const { submissions } = await device.look();
  const bad = expect.objectContaining({ id: 'bad', attempts: 0 });
  const good = expect.objectContaining({ id: 'good', attempts: 1 });
  expect(submissions).toEqual(fate === 'stored' ? [bad] : [bad, good]);
});

test('one refused or not reached holds back no other, and a refusal is reported without personal data', async () => {
  const { device, stored } = prepare('refused', 'not reached');
  await device.seed(waiting('one'), waiting('three'), waiting('two'));
  await device.start().code.deliver();
  expect([...stored.keys()]).toEqual(['two']);
  expect(device.reports).toEqual([
    'pear: careers one was not accepted: permission-denied',
  ]);
});

test('what is submitted during a delivery is sent by it too, once', async () => {
  const fates: Fate[] = ['not reached', 'not reached'];
  const { device, page, observe, requests } = prepare(...fates);
  await device.seed(waiting('first'));
  observe(() => device.seed(waiting('second')));
  expect(await page.code.deliver()).toBe(2);
  expect(requests).toEqual(['first', 'second']);
});

test.each([
  ['tries what any of them asked for', retryAll, ['first', 'early', 'refused']],
  ['and no more', calm, ['first']],
])('calls meanwhile share the next run, which %s', async (_, asked, sent) => {
  const { device, observe, requests } = prepare();
  const { deliver } = device.start().code;
  await device.seed(waiting('first'));
  let others: Promise<number[]> | undefined;
  observe(async () => {
    if (others) return;
    await device.seed(waiting('early', early), waiting('refused', refused));
    const { ignoreBackoff, retryFailed } = asked;
    const all = [{}, { ignoreBackoff }, { retryFailed }, {}];
    others = Promise.all(all.map(deliver));
  });
  await deliver();
  expect(new Set(await others).size).toBe(1);
  expect(requests).toEqual(sent);
});

test.each<[Fate, number]>([
  ['stored', 0],
  ['not reached', 1],
])('what another has tried, %s, is not tried again', async (fate, waits) => {
  const { device, requests } = prepare(fate);
  await device.seed(waiting('one'));
  const both = [device.start(), device.start()];
  const left = await Promise.all(both.map(({ code }) => code.deliver()));
  expect(left).toEqual([waits, waits]);
  expect(requests).toEqual(['one']);
});

test('a delivery that fails does not keep the next from running', async () => {
  const { page, stored } = prepare();
  await send(page, 'Hello', 'id-1');
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('The disk does not answer', 'DataError');
  });
  await expect(page.code.deliver()).rejects.toThrow('does not answer');
  vi.restoreAllMocks();
  await page.code.deliver();
  expect(stored.size).toBe(1);
});
