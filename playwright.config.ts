import { defineConfig } from 'playwright/test';
import { needs, projects, type Use } from './tests/projects.ts';
import { launchOptions } from './tests/support/browsers.ts';

export default defineConfig<object, Use>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Most of a test is waiting for a browser.
  workers: 4,
  // Time fails no test: these limits only end what would never come.
  timeout: 600_000,
  expect: { timeout: 150_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['./tests/support/tally.ts']],
  use: { launchOptions: launchOptions('chromium') },
  projects: projects.filter((project) =>
    project.needs.every((need) => needs[need].isThere()),
  ),
});
