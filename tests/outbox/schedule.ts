import fc from 'fast-check';
import { fates } from './server.ts';

const year = 365 * 24 * 60 * 60 * 1000;

const kinds = [
  ...(['submit', 'submit', 'deliver', 'deliver', 'begin edit'] as const),
  ...(['submit edit', 'end edit', 'discard', 'retry', 'forget'] as const),
  ...(['close', 'freeze', 'lose the handle', 'set the clock'] as const),
];

const action = fc.record({
  kind: fc.constantFrom(...kinds),
  /** Whether the next one begins after its end. */
  isAwaited: fc.boolean(),
  /** Which page or worker. */
  where: fc.nat({ max: 2 }),
  /** Of all messages there have been, counted from the last. */
  which: fc.nat({ max: 3 }),
  words: fc.nat({ max: 3 }),
  ignoreBackoff: fc.boolean(),
  retryFailed: fc.boolean(),
  by: fc.constantFrom(1000, 60_000, 3_600_000, year, -year),
  /** The await at which the process dies, counted from the action's begin. */
  killAt: fc.option(fc.integer({ min: 1, max: 100 }), { nil: 0, freq: 2 }),
});
export type Action =
  typeof action extends fc.Arbitrary<infer Kind> ? Kind : never;

export const schedules = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 10 }),
  /** Of the requests, in turn; then all are answered. */
  fates: fc.array(fc.constantFrom(...fates), { maxLength: 8 }),
  /** After so many awaits of all processes a timer fires; 0 is the newest. */
  expiries: fc.option(
    fc.array(
      fc.record({
        after: fc.integer({ min: 1, max: 30 }),
        which: fc.nat({ max: 3 }),
        /** Whether it ends a wait for a lock, as soon as there is one. */
        isOfLock: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    { nil: [], freq: 2 },
  ),
  /** How many turns each step on the way to the server and back takes. */
  pauses: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }),
});
export type Schedule =
  typeof schedules extends fc.Arbitrary<infer Kind> ? Kind : never;
