import { randomUUID } from 'node:crypto';
import { forms } from '../../descriptions/forms.ts';
import { askGoogle } from '../google.ts';
import { UserError } from '../user-error.ts';
import {
  type Firestore,
  findRules,
  type Outcome,
  outcomeOf,
  recordsIn,
  write,
} from './firestore.ts';
import type { Owner } from './rules.ts';

/**
 * Submits one entry of the waitlist that names itself the canary's, twice,
 * tries to change it, and erases it.
 */
export async function checkSubmission(
  firestore: Firestore,
  owner: Owner,
  print: (line: string) => void,
): Promise<void> {
  const id = randomUUID();
  const email = `canary-${id.slice(0, 8)}@pear.invalid`;
  const entryOf = (email: string) => recordsIn(forms.waitlist, email);
  const attempt = async (
    name: string,
    wanted: Outcome,
    otherwise: string,
    address = email,
  ) => {
    const writes = entryOf(address).map((draft) => write(firestore, draft, id));
    // An entry that came after its erasure would stay.
    const outcome = await outcomeOf(firestore, writes, true);
    print(`  ${name}: ${outcome}`);
    if (outcome !== wanted && outcome !== 'unknown') {
      findRules(firestore, name, otherwise);
    }
    return outcome === 'accepted';
  };
  print(`Submitting an entry of the waitlist as ${email}`);
  let isIn = false;
  try {
    const refused = 'refuse what the site sends';
    isIn = await attempt('the entry', 'accepted', refused);
    if (!isIn) return;
    const lost = 'refuse a repeat, so that a lost answer looks like a failure';
    await attempt('the same again', 'accepted', lost);
    const open = 'let anyone change an entry';
    await attempt('the entry changed', 'refused', open, `another-${email}`);
  } finally {
    const paths = entryOf(email).map((draft) => `${draft.collection}/${id}`);
    await eraseEntry(firestore, owner, paths, { email, isIn });
  }
}

/**
 * Reads and erases by name alone, so that nobody else's records are read; no
 * interruption ends it.
 */
async function eraseEntry(
  { findings, root }: Firestore,
  { records, authorize }: Owner,
  paths: readonly string[],
  { email, isIn }: { email: string; isIn: boolean },
): Promise<void> {
  const documents = `${records}/v1/${root}`;
  try {
    const found = await Promise.all(
      paths.map((path) => askGoogle(authorize, 'GET', `${documents}/${path}`)),
    );
    const writes = paths.map((path) => ({ delete: `${root}/${path}` }));
    await askGoogle(authorize, 'POST', `${documents}:commit`, { writes });
    const missing = paths.filter((_, at) => !('fields' in (found[at] ?? {})));
    if (missing.length === 0) {
      findings.note(`Its owner found the entry of ${email}; it is erased.`);
    } else if (isIn || missing.length < paths.length) {
      const what = 'its owner does not find the entry';
      const todo =
        'See npm run records, and whether both collections are written.';
      findings.elsewhere('records', missing.join(', '), what, todo);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.note(
      `The entry of ${email} may still be there; erase it with: npm run records -- erase ${email} --yes (${error.message})`,
    );
  }
}
