import { defineConfig } from 'playwright/test';
import {
  type Engine,
  findBrowser,
  launchOptions,
} from './tests/support/browsers.ts';
import { hasEmulator } from './tests/support/emulator.ts';

const engines: readonly Engine[] = ['chromium', 'firefox', 'webkit'];
const isHere = (engine: Engine) => findBrowser(engine).kind !== 'none';
const json = process.env.PLAYWRIGHT_JSON;
const isCI = process.env.CI === 'true';

function faults(name: string, use: { engine: Engine; backend?: string }) {
  return {
    name: `faults-${name}`,
    testDir: 'tests/faults',
    workers: 1,
    use,
  };
}

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Most of a test is waiting for a browser.
  workers: 4,
  timeout: 120_000,
  // What a fault has delayed comes with the page's own timers, and a busy
  // machine takes its time to install a worker with all its files.
  expect: { timeout: 40_000 },
  forbidOnly: isCI,
  reporter: [
    ['list'],
    ['./tests/support/fault-table.ts'],
    ...(json ? [['json', { outputFile: json }] as const] : []),
  ],
  use: { launchOptions: launchOptions('chromium') },
  projects: [
    // First what takes longest: one after the other, beside all else.
    ...engines.filter(isHere).map((engine) => faults(engine, { engine })),
    ...(hasEmulator() && isHere('chromium')
      ? [faults('emulator', { engine: 'chromium', backend: 'emulator' })]
      : []),
    {
      name: 'embedded',
      testIgnore: /webkit\.spec\.ts/,
      use: { backend: 'embedded' },
    },
    ...(hasEmulator()
      ? [
          {
            name: 'emulator',
            testMatch: /\/(waitlist|outbox)[\w-]*\.spec\.ts/,
            use: { backend: 'emulator' as const },
          },
        ]
      : []),
    ...(isHere('firefox')
      ? [
          {
            name: 'firefox',
            testMatch: /\/(offline|origin|update|missing-files)\.spec\.ts/,
            use: {
              backend: 'embedded' as const,
              browserName: 'firefox' as const,
              launchOptions: launchOptions('firefox'),
            },
          },
        ]
      : []),
    ...(isHere('webkit')
      ? [
          {
            name: 'webkit',
            testMatch: /webkit\.spec\.ts/,
            workers: 1,
            use: { engine: 'webkit' as const },
          },
        ]
      : []),
  ],
} as Parameters<
  typeof defineConfig<object, { backend: string; engine: Engine }>
>[0]);
