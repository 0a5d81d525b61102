import { defineConfig } from 'playwright/test';
import { launchOptions } from './tests/support/browsers.ts';
import { hasEmulator } from './tests/support/emulator.ts';

const json = process.env.PLAYWRIGHT_JSON;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [
    ['list'],
    ...(json ? [['json', { outputFile: json }] as const] : []),
  ],
  use: { launchOptions: launchOptions('chromium') },
  projects: [
    { name: 'embedded', use: { backend: 'embedded' } },
    ...(hasEmulator()
      ? [
          {
            name: 'emulator',
            testMatch: /(waitlist|outbox)[\w-]*\.spec\.ts/,
            use: { backend: 'emulator' as const },
          },
        ]
      : []),
  ],
} as Parameters<typeof defineConfig<object, { backend: string }>>[0]);
