import { defineConfig, type LaunchOptions } from 'playwright/test';
import { isThere, projects, type Use } from './tests/projects.ts';
import { launchOptions } from './tests/support/browsers.ts';

// The smoke test of a deployment exists if SITE names the deployment.
const { SITE, SMOKE_FLAGS = '[]' } = process.env;
const { args = [], ...chromium }: LaunchOptions = launchOptions('chromium');
// Chromium finds and trusts a staged production by its flags.
const flags = [...args, ...JSON.parse(SMOKE_FLAGS)];
const smoke = {
  name: 'smoke',
  testDir: 'tests/smoke',
  workers: 1,
  use: {
    launchOptions: { ...chromium, args: flags },
    screenshot: 'only-on-failure' as const,
  },
};
const isSmoke = process.argv.includes('--project=smoke');

export default defineConfig<object, Use>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each starts a site and a browser of its own.
  workers: 3,
  // What only takes its time is no failure: these end what hangs.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['./tests/support/tally.ts']],
  use: {
    launchOptions: launchOptions('chromium'),
    trace: 'retain-on-failure',
  },
  ...(isSmoke && { globalSetup: './tests/smoke/setup.ts' }),
  projects: [
    ...projects.filter(({ needs }) => needs.every(isThere)),
    ...(SITE ? [smoke] : []),
  ],
});
