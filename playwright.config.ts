import { defineConfig } from 'playwright/test';
import { isThere, projects, type Use } from './tests/projects.ts';
import { smoke } from './tests/smoke/project.ts';
import { launchOptions } from './tests/support/browsers.ts';

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
  projects: [...projects.filter(({ needs }) => needs.every(isThere)), ...smoke],
});
