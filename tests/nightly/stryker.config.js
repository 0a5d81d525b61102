/** npx stryker run tests/nightly/stryker.config.js */
export default {
  mutate: [
    'src/outbox/*.ts',
    'src/firebase/{firestore,outcome}.ts',
    'src/forms/validate.ts',
    'src/sw/is-file.ts',
  ],
  thresholds: { high: 100, low: 95, break: 95 },
  testRunner: 'vitest',
  vitest: { configFile: 'tests/nightly/stryker.vitest.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A slow machine must not count as a killed mutant.
  timeoutMS: 20_000,
  // No such file: Stryker would read it with an API that TypeScript 7 lacks.
  tsconfigFile: 'none.json',
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['/dist', '/public', '/.data', '/test-results'],
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false },
};
