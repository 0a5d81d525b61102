import { defineConfig } from 'vitest/config';

/** The unit tests that Stryker runs against each mutant. */
export default defineConfig({
  test: {
    // Stryker has its own time limit.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Few schedules are enough to kill a mutant; the seed makes runs repeatable.
    env: { MODEL_RUNS: '50', MODEL_SEED: '1' },
    include: [
      'tests/outbox/**/*.test.ts',
      'tests/unit/{forms/validate,sw/addresses}.test.ts',
    ],
  },
});
