import { expect, test } from 'vitest';
import {
  isDeliverMessage,
  isTakeOverMessage,
} from '../../src/outbox/messages.ts';

test.each([
  [{ type: 'deliver', now: true }, true, false],
  [{ type: 'SKIP_WAITING' }, false, true],
  ['deliver', false, false],
  [null, false, false],
  [undefined, false, false],
])('%j: to deliver %s, to take over %s', (data, delivers, takesOver) => {
  expect(isDeliverMessage(data)).toBe(delivers);
  expect(isTakeOverMessage(data)).toBe(takesOver);
});
