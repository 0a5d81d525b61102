import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runSchedule } from './run-schedule.ts';
import { anySchedule } from './schedule.ts';

const settings = {
  numRuns: Number(process.env.MODEL_RUNS ?? 1000),
  ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
  ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
};

test('a submission is never lost, duplicated or misreported, in any order of events and crashes', {
  // A large MODEL_RUNS would exceed any timeout. detectHang reports hanging schedules.
  timeout: 0,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anySchedule, async (schedule) => {
      let isOver = false;
      const errorsPromise = runSchedule(schedule).finally(() => {
        isOver = true;
      });
      const hangReport = detectHang(() => isOver);
      expect(await Promise.race([errorsPromise, hangReport])).toEqual([]);
    }),
    settings,
  );
});

/** Returns an error if `isOver` stays false for more turns than a schedule needs. */
async function detectHang(isOver: () => boolean) {
  for (let turn = 0; turn < 50_000 && !isOver(); turn += 1)
    await new Promise(setImmediate);
  return ['it hangs'];
}
