import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Effects } from '../../src/outbox/delivery.ts';
import { createSubmission } from '../../src/outbox/submission.ts';

let module: typeof import('../../src/outbox/run-delivery.ts');
const deliver = vi.fn();
const writeRecords = vi.fn();
const announce = vi.fn();

beforeEach(async () => {
  for (const mock of [deliver, writeRecords, announce]) mock.mockReset();
  vi.doMock('../../src/outbox/delivery.ts', () => ({ deliver }));
  vi.doMock('../../src/outbox/changes.ts', () => ({ announce }));
  vi.doMock('../../src/firebase/firestore.ts', () => ({ writeRecords }));
  vi.resetModules();
  module = await import('../../src/outbox/run-delivery.ts');
});

afterEach(() => vi.restoreAllMocks());

/** A delivery that ends when the test says so, with this many waiting. */
function hangDelivery() {
  let end: (waiting: number) => void = () => {};
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  deliver.mockReturnValueOnce(ended).mockResolvedValue(2);
  return end;
}

test('calls during a delivery share the one that follows', async () => {
  const end = hangDelivery();
  const first = module.runDelivery();
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1));
  const others = [
    module.runDelivery(),
    module.runDelivery({ ignoreBackoff: true }),
    module.runDelivery({ retryFailed: true }),
    module.runDelivery(),
  ];
  expect(deliver).toHaveBeenCalledTimes(1);
  end(1);
  expect(await first).toBe(1);
  expect(await Promise.all(others)).toEqual([2, 2, 2, 2]);
  const options = deliver.mock.calls.map((call) => call[1]);
  expect(options).toEqual([{}, { ignoreBackoff: true, retryFailed: true }]);
  await module.runDelivery();
  expect(deliver).toHaveBeenCalledTimes(3);
});

test('who shares is no more eager than was asked for', async () => {
  const end = hangDelivery();
  void module.runDelivery();
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1));
  const others = [module.runDelivery(), module.runDelivery()];
  end(0);
  await Promise.all(others);
  expect(deliver.mock.calls[1]?.[1]).toEqual({
    ignoreBackoff: false,
    retryFailed: false,
  });
});

test('a delivery that fails does not keep the next from running', async () => {
  deliver.mockRejectedValueOnce(new Error('The disk does not answer'));
  await expect(module.runDelivery()).rejects.toThrow(
    'The disk does not answer',
  );
  deliver.mockResolvedValue(0);
  expect(await module.runDelivery()).toBe(0);
});

const one = createSubmission('id-1', 'careers', { message: 'Hello' }, 0);

test('a submission is sent as its records, under its id', async () => {
  writeRecords.mockResolvedValue({ kind: 'delivered' });
  expect(await module.send(one)).toEqual({ kind: 'delivered' });
  expect(writeRecords).toHaveBeenCalledWith('id-1', [
    { collection: 'careers', fields: { message: 'Hello' } },
  ]);
});

test('a form that nobody knows is refused without a request', async () => {
  expect(await module.send({ ...one, form: 'unknown' })).toEqual({
    kind: 'refused',
    error: 'invalid-submission',
  });
  expect(writeRecords).not.toHaveBeenCalled();
});

test('a refusal is reported in one line, without personal data', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  deliver.mockImplementation(async (effects: Effects) => {
    effects.report(one, 'permission-denied');
    effects.announce();
    return 0;
  });
  await module.runDelivery();
  expect(said.mock.calls).toEqual([
    ['pear: careers id-1 was not accepted: permission-denied'],
  ]);
  expect(announce).toHaveBeenCalledTimes(1);
});
