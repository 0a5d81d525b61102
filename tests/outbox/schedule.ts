import fc from 'fast-check';
import { fates } from './server.ts';

const year = 365 * 24 * 60 * 60 * 1000;

const kinds = [
  ...(['submit', 'submit', 'deliver', 'deliver', 'begin edit'] as const),
  ...(['submit edit', 'end edit', 'discard', 'retry', 'forget'] as const),
  ...(['kill', 'freeze', 'lose the handle', 'set the clock'] as const),
];

const action = fc.record({
  kind: fc.constantFrom(...kinds),
  /** Whether the next action begins only after this action has ended. */
  isAwaited: fc.boolean(),
  /** Index of the page or worker. */
  process: fc.nat({ max: 2 }),
  /** Index of the message, counted back from the newest message. */
  message: fc.nat({ max: 3 }),
  text: fc.nat({ max: 3 }),
  ignoreBackoff: fc.boolean(),
  retryRefused: fc.boolean(),
  clockChange: fc.constantFrom(1000, 60_000, 3_600_000, year, -year),
  /** Number of awaits from the start of the action until the process is killed. */
  killAt: fc.option(fc.integer({ min: 1, max: 100 }), { nil: 0, freq: 2 }),
});

const expiry = fc.record({
  /** Number of awaits, in all processes together, before the timer fires. */
  after: fc.integer({ min: 1, max: 30 }),
  /** Index of the timer, counted back from the newest timer. */
  which: fc.nat({ max: 3 }),
  /** Whether to fire only a timer that limits the wait for a lock. */
  isOfLock: fc.boolean(),
});

export const schedules = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 10 }),
  /** Results of the first requests. All later requests succeed. */
  fates: fc.array(fc.constantFrom(...fates), { maxLength: 8 }),
  expiries: fc.option(fc.array(expiry, { maxLength: 12 }), {
    nil: [],
    freq: 2,
  }),
  /** Pauses before actions, requests and answers, in turns of the event loop. */
  pauses: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }),
});
export type Schedule =
  typeof schedules extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = Schedule['actions'][number];
