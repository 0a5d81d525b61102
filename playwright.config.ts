import { defineConfig } from 'playwright/test';
import { hasOpenssl } from './tests/rehearsal/certificate.ts';
import {
  type Engine,
  findBrowser,
  launchOptions,
} from './tests/support/browsers.ts';
import { hasEmulator } from './tests/support/emulator.ts';

interface Use {
  backend?: 'embedded' | 'emulator';
  engine?: Engine;
  browserName?: 'firefox';
  launchOptions?: object;
}
interface Project {
  name: string;
  use: Use;
  isHere: boolean;
  testDir?: string;
  grep?: RegExp;
  workers?: number;
}

const isHere = (engine: Engine) => findBrowser(engine).kind !== 'none';
const canEmulate = hasEmulator() && isHere('chromium');
const inFirefox = {
  browserName: 'firefox',
  launchOptions: launchOptions('firefox'),
} as const;
/** One after the other: a scenario has the machine to itself. */
const faults = { testDir: 'tests/faults', workers: 1 };

/**
 * All of tests/e2e runs in Chromium over the embedded Firestore; what has the
 * tag of another project runs there too. The faults run in every engine, and
 * begin first because they take longest; what runs one test at a time is done
 * before the rest.
 */
const projects: Project[] = [
  {
    name: 'faults-chromium',
    ...faults,
    use: { engine: 'chromium' },
    isHere: isHere('chromium'),
  },
  {
    name: 'faults-firefox',
    ...faults,
    use: { engine: 'firefox' },
    isHere: isHere('firefox'),
  },
  {
    name: 'faults-webkit',
    ...faults,
    use: { engine: 'webkit' },
    isHere: isHere('webkit'),
  },
  {
    name: 'faults-emulator',
    ...faults,
    use: { engine: 'chromium', backend: 'emulator' },
    isHere: canEmulate,
  },
  ...(['chromium', 'firefox', 'webkit'] as const).map((engine) => ({
    name: `explore-${engine}`,
    testDir: 'tests/explore',
    workers: 1,
    use: { engine },
    isHere: isHere(engine),
  })),
  {
    name: 'rehearsal',
    testDir: 'tests/rehearsal',
    workers: 1,
    use: {},
    isHere: canEmulate && hasOpenssl(),
  },
  {
    name: 'emulator',
    grep: /@emulator/,
    // Each would start an emulator of its own.
    workers: 1,
    use: { backend: 'emulator' },
    isHere: canEmulate,
  },
  {
    name: 'firefox',
    grep: /@firefox/,
    workers: 1,
    use: { engine: 'firefox', ...inFirefox },
    isHere: isHere('firefox'),
  },
  {
    name: 'webkit',
    grep: /@webkit/,
    workers: 1,
    use: { engine: 'webkit' },
    isHere: isHere('webkit'),
  },
  { name: 'embedded', use: {}, isHere: true },
];

const json = process.env.PLAYWRIGHT_JSON;

export default defineConfig<object, Use>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Most of a test is waiting for a browser.
  workers: 4,
  timeout: 120_000,
  // What a fault has delayed comes with the page's own timers, and a busy
  // machine takes its time to install a worker with all its files.
  expect: { timeout: 40_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [
    ['list'],
    ['./tests/support/fault-table.ts'],
    ...(json ? [['json', { outputFile: json }] as const] : []),
  ],
  use: { launchOptions: launchOptions('chromium') },
  projects: projects.filter((project) => project.isHere),
});
