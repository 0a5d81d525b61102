import { expect, test } from 'vitest';
import { getUnsentLabel } from '../../../src/content/unsent.ts';

test.each([
  [1, 0, '1 message waiting to send'],
  [2, 0, '2 messages waiting to send'],
  [0, 1, '1 message could not be sent'],
  [0, 2, '2 messages could not be sent'],
  [1, 1, '1 message could not be sent, 1 waiting to send'],
  [2, 3, '3 messages could not be sent, 2 waiting to send'],
])(
  'with %i waiting and %i refused, the button says "%s"',
  (waiting, refused, label) => {
    expect(getUnsentLabel(waiting, refused)).toBe(label);
  },
);
