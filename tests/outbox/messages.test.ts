import { expect, test } from 'vitest';
import {
  deliverMessage,
  prepareForUpdate,
  readMessage,
} from '../../src/outbox/messages.ts';

test('ours are understood, and no other', () => {
  for (const ours of [
    deliverMessage({}),
    prepareForUpdate,
    { type: 'SKIP_WAITING' },
  ]) {
    expect(readMessage(ours)).toBe(ours);
  }
  for (const other of ['deliver', null, undefined, { type: 'other' }, {}]) {
    expect(readMessage(other)).toBeUndefined();
  }
});

test('a worker of another version reads the options by their old words', () => {
  const options = { ignoreBackoff: true, retryFailed: true };
  const message = { type: 'deliver', now: true, failedToo: true };
  expect(deliverMessage(options)).toEqual(message);
  const calm = { ...message, now: false, failedToo: false };
  expect(deliverMessage({})).toEqual(calm);
});
