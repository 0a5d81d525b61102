import fc from 'fast-check';
import { requestResults } from './server.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

const actionKinds = [
  ...(['submit', 'submit', 'deliver', 'deliver', 'begin edit'] as const),
  ...(['submit edit', 'end edit', 'discard', 'retry', 'forget'] as const),
  ...(['kill', 'freeze', 'lose the connection', 'set the clock'] as const),
];

const anyAction = fc.record({
  kind: fc.constantFrom(...actionKinds),
  /** Whether the next action begins only after this action has ended. */
  isAwaited: fc.boolean(),
  /** Index of the process, which simulates a page. */
  process: fc.nat({ max: 2 }),
  /** Index of the submission, counted back from the newest submission. */
  message: fc.nat({ max: 3 }),
  text: fc.nat({ max: 3 }),
  ignoreBackoff: fc.boolean(),
  retryRefused: fc.boolean(),
  clockChange: fc.constantFrom(1000, 60_000, 3_600_000, yearMs, -yearMs),
  /** Number of steps from the start of the action until the process is killed. */
  killAt: fc.option(fc.integer({ min: 1, max: 100 }), { nil: 0, freq: 2 }),
});

const anyExpiry = fc.record({
  /** Number of steps, in all processes together, before the timer fires. */
  after: fc.integer({ min: 1, max: 30 }),
  /** Index of the timer, counted back from the newest timer. */
  timer: fc.nat({ max: 3 }),
  /** Whether only the time limit of a lock may fire. Otherwise any timer may fire. */
  isLimitedToLocks: fc.boolean(),
});

export const anySchedule = fc.record({
  actions: fc.array(anyAction, { minLength: 1, maxLength: 10 }),
  /** Results of the first requests. All later requests succeed. */
  results: fc.array(fc.constantFrom(...requestResults), { maxLength: 8 }),
  expiries: fc.option(fc.array(anyExpiry, { maxLength: 12 }), {
    nil: [],
    freq: 2,
  }),
  /** Turns of the event loop to wait before an action, a request or an answer. */
  pauses: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 8 }),
});
export type Schedule =
  typeof anySchedule extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = Schedule['actions'][number];
