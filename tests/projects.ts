import type { PlaywrightTestProject } from 'playwright/test';
import {
  type Engine,
  findProgram,
  hasBrowser,
  launchOptions,
} from './support/browsers.ts';
import { hasEmulator } from './support/emulator.ts';

/** What not every machine has. */
type Need = Engine | 'emulator' | 'openssl';

export interface Use {
  backend?: 'embedded' | 'emulator';
  engine?: Engine;
}

type Project = PlaywrightTestProject<object, Use> & {
  name: string;
  needs: readonly Need[];
  /** Which runs it belongs to; each is part of the next. */
  when: 'always' | 'CI' | 'night';
};

export const advice: Record<Need, string> = {
  chromium: 'for want of Chromium: run npx playwright install chromium.',
  firefox: 'for want of Firefox: run npx playwright install firefox.',
  webkit: 'for want of WebKit: install webkit2gtk-driver, xvfb and xauth.',
  emulator:
    "for want of Google's Firestore emulator: install Java and gcloud, then run gcloud components install cloud-firestore-emulator.",
  openssl: 'for want of openssl: install it.',
};

export function isThere(need: Need): boolean {
  if (need === 'emulator') return hasEmulator();
  if (need === 'openssl') return findProgram(need) !== undefined;
  return hasBrowser(need);
}

const engines = ['chromium', 'firefox', 'webkit'] as const;

/**
 * All of tests/e2e and all faults run in Chromium over the embedded Firestore;
 * what has the tag of another project runs there too, by night every fault. What
 * runs one test at a time is done before the rest.
 */
export const projects: readonly Project[] = [
  ...engines.map((engine) => inEngine('faults', engine)),
  {
    ...inEngine('faults', 'chromium'),
    name: 'faults-emulator',
    use: { engine: 'chromium', backend: 'emulator' },
    needs: ['chromium', 'emulator'],
    when: 'night',
  },
  ...engines.map((engine) => inEngine('explore', engine)),
  rehearsal('rehearsal', 'CI'),
  rehearsal('deployments', 'night'),
  tagged('emulator', 'CI', ['chromium', 'emulator'], {
    backend: 'emulator',
  }),
  tagged('firefox', 'CI', ['firefox'], {
    engine: 'firefox',
    browserName: 'firefox',
    launchOptions: launchOptions('firefox'),
  }),
  tagged('webkit', 'CI', ['webkit'], { engine: 'webkit' }),
  { name: 'embedded', needs: ['chromium'], when: 'always' },
  {
    name: 'pictures',
    needs: ['chromium'],
    when: 'night',
    grep: /@pictures/,
    snapshotPathTemplate: `${process.env.AGAINST}/{arg}{ext}`,
  },
];

/** One after the other: each of these tests has the machine to itself. */
function inEngine(folder: 'faults' | 'explore', engine: Engine): Project {
  const { NIGHT } = process.env;
  const isTagged = folder === 'faults' && engine !== 'chromium' && !NIGHT;
  return {
    name: `${folder}-${engine}`,
    use: { engine },
    needs: [engine],
    when: folder === 'faults' && engine === 'chromium' ? 'always' : 'CI',
    testDir: `tests/${folder}`,
    ...(isTagged && { grep: /@engines/ }),
    workers: 1,
  };
}

/** What has its tag; each worker would start an emulator or browser of its own. */
function tagged(
  name: string,
  when: Project['when'],
  needs: Need[],
  use: NonNullable<Project['use']>,
): Project {
  const grep = new RegExp(`@${name}`);
  return { name, when, needs, use, grep, workers: 1 };
}

function rehearsal(name: string, when: Project['when']): Project {
  return {
    name,
    needs: ['chromium', 'emulator', 'openssl'],
    when,
    testDir: 'tests/rehearsal',
    testMatch: name === 'rehearsal' ? /(rehearsal|breakages)\.spec/ : /deploy/,
    workers: 1,
  };
}
