import { randomUUID } from 'node:crypto';
import { forms } from '../../forms/forms.ts';
import type { Source } from '../records/source.ts';
import { UserError } from '../user-error.ts';
import {
  deployRules,
  type Firestore,
  type Outcome,
  outcomeOf,
  recordsIn,
  write,
} from './firestore.ts';

/**
 * Submits one entry of the waitlist that names itself the canary's, twice,
 * tries to change it, and erases it.
 */
export async function checkSubmission(
  firestore: Firestore,
  owner: Source,
  print: (line: string) => void,
): Promise<void> {
  const { findings } = firestore;
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
      const what = `the access rules ${otherwise}`;
      findings.elsewhere('rules', name, what, deployRules(firestore));
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
    await eraseEntry(owner, paths, { email, isIn }, firestore);
  }
}

async function eraseEntry(
  owner: Source,
  paths: readonly string[],
  { email, isIn }: { email: string; isIn: boolean },
  { findings }: Firestore,
): Promise<void> {
  try {
    const seen = await Promise.all(paths.map((path) => isSeen(owner, path)));
    await owner.erase(paths);
    if (seen.every(Boolean)) {
      findings.note(
        `The owner's records showed the entry of ${email}; it is erased.`,
      );
    } else if (isIn || seen.some(Boolean)) {
      findings.elsewhere(
        'records',
        paths.filter((_, index) => !seen[index]).join(', '),
        "the entry is not among the owner's newest records",
        'See npm run records, and whether both collections are written.',
      );
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.note(
      `The entry of ${email} may still be there; erase it with: npm run records -- erase ${email} --yes (${error.message})`,
    );
  }
}

async function isSeen(owner: Source, path: string): Promise<boolean> {
  const [collection = '', id] = path.split('/');
  // The local Firestore sorts nothing by time, and has few records.
  const pages = owner.isProduction
    ? [await owner.newest(collection, 50)]
    : owner.pages(collection);
  for await (const page of pages) {
    if (page.some((entry) => entry.id === id)) return true;
  }
  return false;
}
