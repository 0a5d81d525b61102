import { expect, test } from 'vitest';
import { createDeliverMessage } from '../../src/outbox/messages.ts';

test('the delivery message has the property names that older workers read', () => {
  const options = { ignoreBackoff: true, retryRefused: true };
  const message = { type: 'deliver', now: true, failedToo: true };
  expect(createDeliverMessage(options)).toEqual(message);
  const unset = { ...message, now: false, failedToo: false };
  expect(createDeliverMessage({})).toEqual(unset);
});
