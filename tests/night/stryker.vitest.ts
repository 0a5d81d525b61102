import { defineConfig } from 'vitest/config';

/** The tests that judge Stryker's mutants. */
export default defineConfig({
  test: {
    // The model needs few schedules to notice; a seed repeats them.
    env: { MODEL_RUNS: '50', MODEL_SEED: '1' },
    include: [
      'tests/outbox/**/*.test.ts',
      'tests/unit/**/{delivery,find-page,forms,messages,submission}.test.ts',
    ],
  },
});
