import {
  defineConfig,
  type LaunchOptions,
  type PlaywrightTestProject,
} from 'playwright/test';
import { type Engine, getLaunchOptions } from './tests/support/browsers.ts';
import type { ProjectOptions } from './tests/support/fixtures.ts';

type Project = PlaywrightTestProject<object, ProjectOptions>;

const isCI = process.env.CI === 'true';
const hasProjectArg = process.argv.some((arg) => arg.startsWith('--project'));

// A project with `default: false` runs only if `--project` names it.
const onlyInCI = { default: isCI };
const offByDefault = { default: false };
// Each worker would start an emulator or a driver of its own.
const singleWorkerOptions = { workers: 1 };

/** Runs one test at a time; parallel tests would delay the injected faults. */
function createFaultsProject(engine: Engine): Project {
  const hasBackgroundSync = engine === 'chromium';
  return {
    ...singleWorkerOptions,
    name: `faults-${engine}`,
    testDir: 'tests/faults',
    use: { engine },
    ...(!hasBackgroundSync && {
      ...onlyInCI,
      testIgnore: '**/background-sync.spec.ts',
    }),
    // Without --project, Firefox and WebKit run only the tests with @engines.
    ...(!hasBackgroundSync && !hasProjectArg && { grep: /@engines/ }),
    // Only Chromium's tabs can be frozen. WebKitWebDriver cannot stop a service worker,
    // and its sessions keep no profile.
    ...(engine === 'firefox' && { grepInvert: /@chromium/ }),
    ...(engine === 'webkit' && { grepInvert: /@chromium|@kill/ }),
  };
}

function createExploreProject(engine: Engine): Project {
  return {
    ...singleWorkerOptions,
    ...onlyInCI,
    name: `explore-${engine}`,
    testDir: 'tests/explore',
    use: { engine },
    ...(engine !== 'chromium' && { grepInvert: /@chromium/ }),
  };
}

function createStagingProject(name: string, testMatch: string): Project {
  return { ...singleWorkerOptions, name, testDir: 'tests/staging', testMatch };
}

/** Returns the project that tests the deployed site at the address in SITE. */
function createSmokeProject(): Project {
  const { args = [], ...chromium }: LaunchOptions =
    getLaunchOptions('chromium');
  // With these flags Chromium resolves and trusts the hosts of the staged site.
  const smokeFlags = JSON.parse(process.env.SMOKE_FLAGS ?? '[]') as string[];
  return {
    ...singleWorkerOptions,
    ...offByDefault,
    name: 'smoke',
    testDir: 'tests/smoke',
    use: {
      launchOptions: { ...chromium, args: [...args, ...smokeFlags] },
      screenshot: 'only-on-failure',
    },
  };
}

/** Returns options with which two pictures of the same page have the same pixels. */
function getLooksOptions(): LaunchOptions {
  const { args = [], ...options }: LaunchOptions = getLaunchOptions('chromium');
  const rasterFlags = [
    '--disable-gpu',
    '--disable-partial-raster',
    '--disable-checker-imaging',
    '--run-all-compositor-stages-before-draw',
  ];
  return { ...options, args: [...args, ...rasterFlags] };
}

const isSmokeRun = process.argv.includes('--project=smoke');

export default defineConfig<object, ProjectOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // The smoke test compares the site with the deployed build, so it never builds.
  globalSetup: isSmokeRun
    ? './tests/smoke/setup.ts'
    : './tests/support/global-setup.ts',
  fullyParallel: true,
  // Each worker starts its own site and browser.
  workers: 3,
  // These limits are so high that only a test that hangs reaches them.
  timeout: 600_000,
  // A wait for something that is not there ends earlier, because its error names it.
  expect: { timeout: 60_000 },
  updateSnapshots: 'none',
  forbidOnly: isCI,
  reporter: [
    ['list'],
    ['./tests/support/report-hanging-tests.ts'],
    ...(isCI ? [['./tests/support/no-skips.ts'] as const] : []),
  ],
  use: {
    launchOptions: getLaunchOptions('chromium'),
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // DOM snapshots cost 7 % of the processor time, and screenshots another 11 %.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: isCI },
  },
  // Projects with one worker start first, because they take the longest.
  projects: [
    createFaultsProject('chromium'),
    createFaultsProject('firefox'),
    createFaultsProject('webkit'),
    {
      ...createFaultsProject('chromium'),
      ...offByDefault,
      name: 'faults-emulator',
      use: { backend: 'emulator' },
    },
    createExploreProject('chromium'),
    createExploreProject('firefox'),
    createExploreProject('webkit'),
    {
      ...createStagingProject('staging', '{staging,breakages}.spec.ts'),
      ...onlyInCI,
    },
    {
      ...createStagingProject('deployments', 'deployments.spec.ts'),
      ...offByDefault,
    },
    {
      ...singleWorkerOptions,
      ...offByDefault,
      name: 'earlier-releases',
      testDir: 'tests/nightly',
      testMatch: 'earlier-releases.spec.ts',
    },
    {
      ...createFaultsProject('chromium'),
      ...offByDefault,
      name: 'old-chromium',
      testDir: 'tests',
      testMatch: ['faults/*.spec.ts', 'nightly/old-chromium.spec.ts'],
      // This build of Chromium delivers no sync events.
      grepInvert: /F48/,
      use: { engine: 'old-chromium' },
    },
    ...(process.env.SITE ? [createSmokeProject()] : []),
    {
      ...singleWorkerOptions,
      ...onlyInCI,
      name: 'emulator',
      grep: /@emulator/,
      use: { backend: 'emulator' },
    },
    {
      ...singleWorkerOptions,
      ...onlyInCI,
      name: 'firefox',
      grep: /@firefox/,
      use: {
        engine: 'firefox',
        browserName: 'firefox',
        launchOptions: getLaunchOptions('firefox'),
      },
    },
    {
      ...singleWorkerOptions,
      ...onlyInCI,
      name: 'webkit',
      grep: /@webkit/,
      use: { engine: 'webkit' },
    },
    { name: 'embedded' },
    {
      ...onlyInCI,
      name: 'looks',
      testDir: 'tests/looks',
      use: { trace: 'off', launchOptions: getLooksOptions() },
    },
    {
      ...offByDefault,
      name: 'screenshots',
      grep: /@screenshots/,
      snapshotPathTemplate: `${process.env.AGAINST}/{arg}{ext}`,
    },
  ],
});
