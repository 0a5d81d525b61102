import { defineConfig } from 'vitest/config';

/** The tests that judge a mutant made by Stryker: those that run in Node. */
export default defineConfig({
  test: {
    include: [
      'tests/outbox/*.test.ts',
      'tests/unit/{delivery,form-state,forms,messages,navigation,new-id,submission}.test.ts',
    ],
  },
});
