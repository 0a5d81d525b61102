/** The options of `npx stryker run tests/nightly/stryker.config.js`. */
export default {
  mutate: [
    'src/outbox/**/*.ts',
    'src/async/{indexed-db,request-lock}.ts',
    'src/submissions/send.ts',
    'src/firebase/{firestore,outcome}.ts',
    'src/forms/{clean-text,validate}.ts',
    'src/addresses.ts',
  ],
  thresholds: { high: 100, low: 95, break: 95 },
  testRunner: 'vitest',
  vitest: { configFile: 'tests/nightly/stryker.vitest.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Stryker counts a timeout as a killed mutant, so the limit is long.
  timeoutMS: 20_000,
  // No such file exists, so Stryker skips a step that fails with TypeScript 7.
  tsconfigFile: 'none.json',
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['/dist', '/public', '/.data', '/test-results'],
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false },
};
