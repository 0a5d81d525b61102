import { defineConfig } from 'vitest/config';

/** The tests that judge a mutant made by Stryker: those that run in Node. */
export default defineConfig({
  test: {
    // The model needs few schedules to notice; a seed repeats them.
    env: { MODEL_RUNS: '400', MODEL_SEED: '1' },
    include: [
      'tests/outbox/*.test.ts',
      'tests/unit/{find-page,form-state,forms}.test.ts',
    ],
  },
});
