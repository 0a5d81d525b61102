import { parseArgs } from 'node:util';
import { UserError } from '../user-error.ts';

export const help = `npm run canary -- https://the.site [--write]

Judges a deployment from outside, by a build of this checkout with the settings
of .env.production: every byte that is served, statuses, redirects, headers, the
certificate, and the access rules, which whoever has the role Firebase Rules
Viewer (by application default credentials) compares with firestore.rules.

  --write   also submits one entry of the waitlist, marked as the canary's,
            twice, tries to change it, and erases it with the owner's
            credentials. Without it nothing can be written.
  --same-as https://other.site
            also finds where the two do not have the same build, as a preview
            and what was made of it
  --local   for a site of npm start, as in: --local http://127.0.0.1:4173

Exit status: 0  sound
             1  roll back
             2  could not judge: bad input, no network, interrupted
             3  wrong, but not by this release: rolling back mends nothing
A request may take 10 seconds.
`;

export type Arguments = NonNullable<ReturnType<typeof readArguments>>;

/** Returns undefined where help is asked for. */
export function readArguments(args: string[]) {
  const { values, positionals } = parse(args);
  const { help, local: isLocal = false, write: mayWrite = false } = values;
  if (help) return undefined;
  const [address = '', ...more] = positionals;
  if (!address || more.length > 0) {
    throw new UserError(
      'Name one address, as in: npm run canary -- https://pear.example',
    );
  }
  const other = values['same-as'];
  return {
    /** The site's address, without a slash at its end. */
    origin: readOrigin(address, isLocal),
    isLocal,
    mayWrite,
    /** Another address that must have the same build. */
    sameAs: other === undefined ? other : readOrigin(other, isLocal),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        write: { type: 'boolean' },
        'same-as': { type: 'string' },
        local: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UserError(`${(error as Error).message} (--help has the list.)`);
  }
}

function readOrigin(address: string, isLocal: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.origin !== address.toLowerCase().replace(/\/$/, '')) {
    throw new UserError(
      `"${address}" is no address of a site; write its origin alone, as in: https://pear.example`,
    );
  }
  const here = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;
  if (isLocal ? !here.test(url.origin) : url.protocol !== 'https:') {
    throw new UserError(
      'Visitors find the site by https, as in: https://pear.example; --local is for a site of npm start, as in: --local http://127.0.0.1:4173',
    );
  }
  return url.origin;
}
