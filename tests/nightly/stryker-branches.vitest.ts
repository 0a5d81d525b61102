import { defineConfig, mergeConfig } from 'vitest/config';
import config from './stryker.vitest.ts';

const { include: _, ...test } = config.test ?? {};

/** The unit tests that Stryker runs against each mutant of these files. */
export default mergeConfig(
  { ...config, test },
  defineConfig({
    // The build defines this constant.
    define: { __HAS_ANALYTICS__: false },
    test: {
      include: [
        'tests/unit/visitor/*.test.ts',
        'tests/unit/forms/drafts.test.ts',
        'tests/unit/boot/{early-input,join-texts}.test.ts',
        'tests/unit/app/{register-worker,update-check}.test.ts',
        'tests/unit/sw/older-clients.test.ts',
        'tests/unit/owner/command-line.test.ts',
      ],
    },
  }),
);
