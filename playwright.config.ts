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
// Every worker of such a project would start an emulator or driver of its own.
const alone = { workers: 1 };

/** Runs one story at a time, because a fault needs the machine to itself. */
function faults(engine: Engine): Project {
  const hasSync = engine === 'chromium';
  return {
    ...alone,
    name: `faults-${engine}`,
    testDir: 'tests/faults',
    use: { engine },
    ...(!hasSync && { ...inCI, testIgnore: '**/background-sync.spec.ts' }),
    // If the command names the project, all its stories run.
    ...(!hasSync && !isNamed && { grep: /@engines/ }),
    // WebKitWebDriver cannot stop a worker, and its sessions keep no profile.
    ...(engine === 'webkit' && { grepInvert: /@kill/ }),
  };
}

function explore(engine: Engine): Project {
  return {
    ...alone,
    ...inCI,
    name: `explore-${engine}`,
    testDir: 'tests/explore',
    use: { engine },
    ...(engine !== 'chromium' && { grepInvert: /@chromium/ }),
  };
}

function staging(name: string, testMatch: string): Project {
  return { ...alone, name, testDir: 'tests/staging', testMatch };
}

/** Uses the deployed site that SITE names. */
function smoke(): Project {
  const { args = [], ...chromium }: LaunchOptions = launchOptions('chromium');
  // Chromium finds and trusts a staged production by its flags.
  const flags = JSON.parse(process.env.SMOKE_FLAGS ?? '[]') as string[];
  return {
    ...alone,
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
  // The smoke test uses the build that was deployed.
  globalSetup: isSmoke
    ? './tests/smoke/setup.ts'
    : './tests/support/global-setup.ts',
  fullyParallel: true,
  // Each worker starts a site and a browser of its own.
  workers: 3,
  // These limits only end what hangs: a slow machine fails no test.
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
    // Snapshots of the page take 7 % of the processor's time, and screenshots
    // 11 % more; the rest of a trace costs nothing that can be measured.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: isCI },
  },
  // What runs one test at a time starts first, because it takes the longest.
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
      ...alone,
      ...inCI,
      name: 'emulator',
      grep: /@emulator/,
      use: { backend: 'emulator' },
    },
    {
      ...alone,
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
      ...alone,
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
