import { expect, test } from 'vitest';
import {
  deliverMessage,
  prepareForUpdate,
  readMessage,
} from '../../src/outbox/messages.ts';

test('understands only messages of the site', () => {
  const update = { type: 'SKIP_WAITING' };
  for (const message of [deliverMessage({}), prepareForUpdate, update])
    expect(readMessage(message)).toBe(message);
  for (const other of ['deliver', null, undefined, { type: 'other' }, {}])
    expect(readMessage(other)).toBeUndefined();
});

test('names the delivery options as older workers do', () => {
  const options = { ignoreBackoff: true, retryFailed: true };
  const message = { type: 'deliver', now: true, failedToo: true };
  expect(deliverMessage(options)).toEqual(message);
  const unset = { ...message, now: false, failedToo: false };
  expect(deliverMessage({})).toEqual(unset);
});
