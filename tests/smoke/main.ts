import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { readEnvFiles } from '../../src/node/settings.ts';
import { UserError } from '../../src/node/user-error.ts';
import { parseSmokeArguments } from './arguments.ts';
import { normalizeSite } from './site-address.ts';

const help = `npm run smoke "--" [ADDRESS] [OPTIONS]

Uses a deployed site in a browser, and compares it with dist/. ADDRESS is the site's
origin. Without it, VITE_SITE_URL of .env.production is tested.

  --write        also submits each form, and erases the records at the end
  --dist FOLDER  compares with another build than dist/
  --leave FILE   erases nothing, and adds the paths of the records to FILE
`;

/**
 * Runs `npm run smoke`. PowerShell removes a bare "--", so npm takes --write for its
 * own option and passes it on in a variable.
 */
export async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('help')) {
    console.log(help);
    return 0;
  }

  const smokeArguments = parseSmokeArguments(args);
  const { write, dist, leave } = smokeArguments;
  readEnvFiles();
  const { VITE_SITE_URL, npm_config_write, INIT_CWD = '.' } = process.env;

  const address = smokeArguments.address ?? VITE_SITE_URL;
  if (!address) {
    throw new UserError(
      'Name the site: npm run smoke "--" https://the.site, or set VITE_SITE_URL in .env.production.',
    );
  }

  const isWriting = write || leave !== undefined || npm_config_write;
  const env = {
    ...process.env,
    SITE: normalizeSite(address),
    WRITE: isWriting ? '1' : '',
    ...(dist && { DIST: path.resolve(INIT_CWD, dist) }),
    ...(leave && { LEAVE: path.resolve(INIT_CWD, leave) }),
  };

  const reporters = process.env.CI === 'true' ? 'list,html' : 'list';
  const playwrightArgs = [
    'node_modules/playwright/cli.js',
    'test',
    '--project=smoke',
    `--reporter=${reporters}`,
  ];

  const options = { env, stdio: 'inherit' } as const;
  const { status } = spawnSync(process.execPath, playwrightArgs, options);
  return status ?? 1;
}
