import config from './stryker.config.js';

/** The options for code that submissions do not pass through, with a lower threshold. */
export default {
  ...config,
  mutate: [
    'src/visitor/*.ts',
    'src/boot/join-texts.ts',
    'src/app/register-worker.ts',
    'src/sw/older-clients.ts',
    'src/owner/command-line.ts',
  ],
  thresholds: { high: 100, low: 90, break: 90 },
  vitest: {
    configFile: 'tests/nightly/stryker-branches.vitest.ts',
    related: false,
  },
};
