import { randomUUID } from 'node:crypto';
import { forms } from '../../descriptions/forms.ts';
import { failureIn } from '../records/firestore-error.ts';
import { parseAnswer } from '../records/remote.ts';
import { UserError } from '../user-error.ts';
import {
  type Firestore,
  findRules,
  nameOf,
  type Outcome,
  outcomeOf,
  recordsIn,
  write,
} from './firestore.ts';
import { type Ask, NoAnswer } from './request.ts';
import type { Owner } from './rules.ts';

interface Eraser extends Owner {
  /** What no interruption ends: the entry is erased all the same. */
  ask: Ask;
}

/**
 * Submits one entry of the waitlist that names itself the canary's, twice,
 * tries to change it, and erases it.
 */
export async function checkSubmission(
  firestore: Firestore,
  owner: Eraser,
  print: (line: string) => void,
): Promise<void> {
  const id = randomUUID();
  const email = `canary-${id.slice(0, 8)}@pear.invalid`;
  const records = recordsIn(forms.waitlist, email);
  const writes = records.map((record) => write(firestore, record, id));
  const changed = recordsIn(forms.waitlist, `another-${email}`);
  const attempt = async (
    name: string,
    wanted: Outcome,
    writes: readonly object[],
    otherwise: string,
  ) => {
    // An entry that came after its erasure would stay.
    const outcome = await outcomeOf(firestore, ':commit', { writes }, true);
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
    isIn = await attempt('the entry', 'accepted', writes, refused);
    if (!isIn) return;
    const lost = 'refuse a repeat, so that a lost answer looks like a failure';
    await attempt('the same again', 'accepted', writes, lost);
    const others = changed.map((record) => write(firestore, record, id));
    const open = 'let anyone change an entry';
    await attempt('the entry changed', 'refused', others, open);
  } finally {
    const paths = records.map(({ collection }) => `${collection}/${id}`);
    await eraseEntry(firestore, owner, paths, { email, isIn });
  }
}

async function eraseEntry(
  firestore: Firestore,
  owner: Eraser,
  paths: readonly string[],
  { email, isIn }: { email: string; isIn: boolean },
): Promise<void> {
  const { findings } = firestore;
  const names = paths.map((path) => nameOf(firestore, path));
  try {
    const found = await Promise.all(
      names.map((name) => askAsOwner(owner, name)),
    );
    const writes = names.map((name) => ({ delete: name }));
    const commit = nameOf(firestore, '').replace(/\/$/, ':commit');
    await askAsOwner(owner, commit, { writes });
    const missing = paths.filter((_, index) => !found[index]);
    if (missing.length === 0) {
      findings.note(`Its owner found the entry of ${email}; it is erased.`);
    } else if (isIn || missing.length < paths.length) {
      const what = 'its owner does not find the entry';
      const todo =
        'See npm run records, and whether both collections are written.';
      findings.elsewhere('records', missing.join(', '), what, todo);
    }
  } catch (error) {
    if (!(error instanceof UserError || error instanceof NoAnswer)) throw error;
    findings.note(
      `The entry of ${email} may still be there; erase it with: npm run records -- erase ${email} --yes (${error.message})`,
    );
  }
}

/**
 * Reads or erases by name alone, so that nobody else's records are read.
 * Returns whether a document came.
 */
async function askAsOwner(
  { ask, records, authorize }: Eraser,
  name: string,
  body?: object,
): Promise<boolean> {
  const { status, text } = await ask(`${records}/v1/${name}`, {
    headers: { ...(await authorize()), 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = parseAnswer(text);
  const isMissing = status === 404 && !body;
  if (status === 200 || isMissing) return 'fields' in (answer ?? {});
  throw new NoAnswer([status, failureIn(answer)?.status].join(' '));
}
