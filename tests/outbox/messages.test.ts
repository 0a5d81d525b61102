import { expect, test } from 'vitest';
import {
  isDeliverMessage,
  isMakeWayMessage,
  isTakeOverMessage,
} from '../../src/outbox/messages.ts';

test.each([
  [{ type: 'deliver', now: true }, 'to deliver'],
  [{ type: 'make way' }, 'to make way'],
  [{ type: 'SKIP_WAITING' }, 'to take over'],
  ['deliver', undefined],
  [null, undefined],
  [undefined, undefined],
])('%j asks %s', (data, asked) => {
  expect(isDeliverMessage(data)).toBe(asked === 'to deliver');
  expect(isMakeWayMessage(data)).toBe(asked === 'to make way');
  expect(isTakeOverMessage(data)).toBe(asked === 'to take over');
});
