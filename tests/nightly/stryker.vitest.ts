import { defineConfig } from 'vitest/config';

/** The tests that judge Stryker's mutants. */
export default defineConfig({
  test: {
    // Stryker itself ends what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The model needs few schedules to notice; a seed repeats them.
    env: { MODEL_RUNS: '50', MODEL_SEED: '1' },
    include: [
      'tests/outbox/**/*.test.ts',
      'tests/unit/{forms/{clean,forms},sw/addresses}.test.ts',
    ],
  },
});
