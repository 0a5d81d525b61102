import { defineConfig } from 'vitest/config';

/** The unit tests that Stryker runs against each mutant. */
export default defineConfig({
  test: {
    // Stryker ends slow tests by its own time limit.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    restoreMocks: true,
    unstubGlobals: true,
    // 50 random schedules kill enough mutants. The seed makes the runs equal.
    env: { MODEL_RUNS: '50', MODEL_SEED: '1' },
    include: [
      'tests/outbox/**/*.test.ts',
      'tests/unit/{addresses,async/request-lock,forms/validate}.test.ts',
      'tests/unit/visitor/visitor-database.test.ts',
    ],
  },
});
