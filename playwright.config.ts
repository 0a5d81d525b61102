import {
  defineConfig,
  type LaunchOptions,
  type PlaywrightTestProject,
} from 'playwright/test';
import { type Engine, launchOptions } from './tests/support/browsers.ts';
import type { Options } from './tests/support/fixtures.ts';

type Project = PlaywrightTestProject<object, Options>;

const isCI = process.env.CI === 'true';
const isNamed = process.argv.some((word) => word.startsWith('--project'));

// A project with `default: false` runs only if `--project` names it.
const inCI = { default: isCI };
const nightly = { default: false };
// Each worker would start an emulator or a driver of its own.
const oneWorker = { workers: 1 };

/** Runs one test at a time; parallel tests would delay the injected faults. */
function faults(engine: Engine): Project {
  const hasSync = engine === 'chromium';
  return {
    ...oneWorker,
    name: `faults-${engine}`,
    testDir: 'tests/faults',
    use: { engine },
    ...(!hasSync && { ...inCI, testIgnore: '**/background-sync.spec.ts' }),
    // Without --project, Firefox and WebKit run only the tests with @engines.
    ...(!hasSync && !isNamed && { grep: /@engines/ }),
    // WebKitWebDriver cannot stop a worker, and its sessions keep no profile.
    ...(engine === 'webkit' && { grepInvert: /@kill/ }),
  };
}

function explore(engine: Engine): Project {
  return {
    ...oneWorker,
    ...inCI,
    name: `explore-${engine}`,
    testDir: 'tests/explore',
    use: { engine },
    ...(engine !== 'chromium' && { grepInvert: /@chromium/ }),
  };
}

function staging(name: string, testMatch: string): Project {
  return { ...oneWorker, name, testDir: 'tests/staging', testMatch };
}

/** Returns the project that tests the deployed site at the address in SITE. */
function smoke(): Project {
  const { args = [], ...chromium }: LaunchOptions = launchOptions('chromium');
  // With these flags Chromium resolves and trusts the hosts of the staged site.
  const flags = JSON.parse(process.env.SMOKE_FLAGS ?? '[]') as string[];
  return {
    ...oneWorker,
    ...nightly,
    name: 'smoke',
    testDir: 'tests/smoke',
    use: {
      launchOptions: { ...chromium, args: [...args, ...flags] },
      screenshot: 'only-on-failure',
    },
  };
}

const isSmoke = process.argv.includes('--project=smoke');

export default defineConfig<object, Options>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // The smoke test compares the site with the deployed build, so it never builds.
  globalSetup: isSmoke
    ? './tests/smoke/setup.ts'
    : './tests/support/global-setup.ts',
  fullyParallel: true,
  // Each worker starts its own site and browser.
  workers: 3,
  // These limits are so high that only a test that hangs reaches them.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  updateSnapshots: 'none',
  forbidOnly: isCI,
  reporter: [
    ['list'],
    ...(isCI ? [['./tests/support/no-skips.ts'] as const] : []),
  ],
  use: {
    launchOptions: launchOptions('chromium'),
    // DOM snapshots cost 7 % of the processor time, and screenshots another 11 %.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: isCI },
  },
  // Projects with one worker start first, because they take the longest.
  projects: [
    faults('chromium'),
    faults('firefox'),
    faults('webkit'),
    {
      ...faults('chromium'),
      ...nightly,
      name: 'faults-emulator',
      use: { backend: 'emulator' },
    },
    explore('chromium'),
    explore('firefox'),
    explore('webkit'),
    { ...staging('staging', '{staging,breakages}.spec.ts'), ...inCI },
    { ...staging('deployments', 'deployments.spec.ts'), ...nightly },
    ...(process.env.SITE ? [smoke()] : []),
    {
      ...oneWorker,
      ...inCI,
      name: 'emulator',
      grep: /@emulator/,
      use: { backend: 'emulator' },
    },
    {
      ...oneWorker,
      ...inCI,
      name: 'firefox',
      grep: /@firefox/,
      use: {
        engine: 'firefox',
        browserName: 'firefox',
        launchOptions: launchOptions('firefox'),
      },
    },
    {
      ...oneWorker,
      ...inCI,
      name: 'webkit',
      grep: /@webkit/,
      use: { engine: 'webkit' },
    },
    { name: 'embedded' },
    {
      ...nightly,
      name: 'screenshots',
      grep: /@screenshots/,
      snapshotPathTemplate: `${process.env.AGAINST}/{arg}{ext}`,
    },
  ],
});
