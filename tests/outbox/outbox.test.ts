import fc from 'fast-check';
import { expect, test } from 'vitest';
import { live } from './model.ts';
import { schedules } from './schedule.ts';

const settings = {
  numRuns: Number(process.env.MODEL_RUNS ?? 1000),
  ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
  ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
};

test('nothing is lost, doubled or misreported, whatever crashes when', {
  // As many as asked for; one that hangs is found by its turns.
  timeout: 0,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      let isOver = false;
      const living = live(schedule).finally(() => {
        isOver = true;
      });
      const hanging = hangs(() => isOver);
      expect(await Promise.race([living, hanging])).toEqual([]);
    }),
    settings,
  );
});

/** Far more turns than any schedule takes: nothing may wait for ever. */
async function hangs(isOver: () => boolean) {
  for (let turn = 0; turn < 50_000 && !isOver(); turn += 1) {
    await new Promise(setImmediate);
  }
  return ['it hangs'];
}
