import { expect, test } from 'vitest';
import {
  deliverMessage,
  makeWay,
  readMessage,
} from '../../src/outbox/messages.ts';

test.each([deliverMessage({}), makeWay, { type: 'SKIP_WAITING' }])(
  '%j is understood',
  (message) => {
    expect(readMessage(message)).toBe(message);
  },
);

test.each(['deliver', null, undefined, { type: 'other' }, {}])(
  '%j is not ours',
  (data) => {
    expect(readMessage(data)).toBeUndefined();
  },
);

test('a worker of another version reads the options by their old words', () => {
  const options = { ignoreBackoff: true, retryFailed: true };
  const message = { type: 'deliver', now: true, failedToo: true };
  expect(deliverMessage(options)).toEqual(message);
});
