import { parseArgs } from 'node:util';
import { UserError } from '../../src/node/user-error.ts';

/** Parses the command line of `npm run smoke`. */
export function parseSmokeArguments(args: string[]) {
  const options = {
    write: { type: 'boolean' },
    dist: { type: 'string' },
    leave: { type: 'string' },
  } as const;

  try {
    const config = { args, options, allowPositionals: true } as const;

    const { values, positionals } = parseArgs(config);
    if (positionals.length < 2) return { ...values, address: positionals[0] };
  } catch (error) {
    const [problem] = /^[^.\n]*/.exec((error as Error).message) ?? [];
    throw new UserError(`${problem}. See npm run smoke help.`);
  }
  throw new UserError('Name one site. See npm run smoke help.');
}
