import type { LaunchOptions } from 'playwright';
import { launchOptions } from '../support/browsers.ts';

const { SITE, SMOKE_FLAGS = '[]' } = process.env;
const { args = [], ...options }: LaunchOptions = launchOptions('chromium');

/** The smoke test of a deployment; it exists if SITE names the deployment. */
export const smoke = SITE
  ? [
      {
        name: 'smoke',
        testDir: 'tests/smoke',
        workers: 1,
        use: {
          launchOptions: {
            ...options,
            // Chromium finds and trusts a staged production by its flags.
            args: [...args, ...JSON.parse(SMOKE_FLAGS)],
          },
        },
      },
    ]
  : [];
