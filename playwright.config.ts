import { defineConfig } from 'playwright/test';
import { hasOpenssl } from './tests/rehearsal/certificate.ts';
import {
  type Engine,
  hasBrowser,
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
  canRun: boolean;
  testDir?: string;
  grep?: RegExp;
  workers?: number;
}

const engines = ['chromium', 'firefox', 'webkit'] as const;
const canEmulate = hasEmulator() && hasBrowser('chromium');
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
  ...engines.map((engine) => ({
    name: `faults-${engine}`,
    ...faults,
    use: { engine },
    canRun: hasBrowser(engine),
  })),
  {
    name: 'faults-emulator',
    ...faults,
    use: { engine: 'chromium', backend: 'emulator' },
    canRun: canEmulate,
  },
  ...engines.map((engine) => ({
    name: `explore-${engine}`,
    testDir: 'tests/explore',
    workers: 1,
    use: { engine },
    canRun: hasBrowser(engine),
  })),
  {
    name: 'rehearsal',
    testDir: 'tests/rehearsal',
    workers: 1,
    use: {},
    canRun: canEmulate && hasOpenssl(),
  },
  {
    name: 'emulator',
    grep: /@emulator/,
    // Each would start an emulator of its own.
    workers: 1,
    use: { backend: 'emulator' },
    canRun: canEmulate,
  },
  {
    name: 'firefox',
    grep: /@firefox/,
    workers: 1,
    use: { engine: 'firefox', ...inFirefox },
    canRun: hasBrowser('firefox'),
  },
  {
    name: 'webkit',
    grep: /@webkit/,
    workers: 1,
    use: { engine: 'webkit' },
    canRun: hasBrowser('webkit'),
  },
  { name: 'embedded', use: {}, canRun: true },
];

const json = process.env.PLAYWRIGHT_JSON;

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
  reporter: [
    ['list'],
    ['./tests/support/fault-table.ts'],
    ...(json ? [['json', { outputFile: json }] as const] : []),
  ],
  use: { launchOptions: launchOptions('chromium') },
  projects: projects.filter((project) => project.canRun),
});
