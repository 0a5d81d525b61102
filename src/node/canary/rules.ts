import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { forms } from '../../descriptions/forms.ts';
import { type Authorize, askGoogle } from '../google.ts';
import { UserError } from '../user-error.ts';
import {
  type Firestore,
  findRules,
  type Outcome,
  outcomeOf,
  recordsIn,
  write,
} from './firestore.ts';
import { eachOf } from './request.ts';

/** Who may erase the records, and read the rules that are live. */
export interface Owner {
  /** Where those are: everything before `/v1/`. */
  records: string;
  /** Where npm start has none: its Firestore is firestore.rules. */
  rules: string | undefined;
  authorize: Authorize;
}

const file = new URL('../../../firestore.rules', import.meta.url);
const email = 'canary@pear.invalid';

/**
 * Compares the live access rules with firestore.rules, where the owner may read
 * them; else asks for what they have to refuse. Returns which of the two.
 */
export async function checkRules(
  firestore: Firestore,
  owner: Owner,
): Promise<string> {
  const live = await liveRules(firestore, owner);
  if (live === undefined) {
    await checkRefusals(firestore);
    return 'Access rules: asked what they have to refuse.';
  }
  if (live !== fs.readFileSync(file, 'utf8')) {
    findRules(firestore, 'firestore.rules', 'that are live are others');
  }
  await checkRefusal(firestore, 'list', 'waitlist');
  return 'Access rules: compared with firestore.rules.';
}

/** Returns undefined, and notes why, where the rules cannot be read. */
async function liveRules(
  { project, findings }: Firestore,
  { rules, authorize }: Owner,
): Promise<string | undefined> {
  if (!rules) return undefined;
  const read = async <Answer extends object>(name: string) => {
    const address = `${rules}/v1/${name}`;
    const found = await askGoogle<Answer>(authorize, 'GET', address);
    if (found) return found;
    throw new UserError(`There is no ${name}`);
  };
  try {
    const release = await read<{ rulesetName: string }>(
      `projects/${project}/releases/cloud.firestore`,
    );
    const ruleset = await read<{ source: { files: { content: string }[] } }>(
      release.rulesetName,
    );
    return ruleset.source.files.map(({ content }) => content).join('\n');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.note(
      `The live access rules were not read (${error.message}); an account with the role Firebase Rules Viewer may read them.`,
    );
    return undefined;
  }
}

/** Lists, changes and deletions, in each collection and in an unknown one. */
async function checkRefusals(firestore: Firestore): Promise<void> {
  const known = Object.values(forms).flatMap((form) => recordsIn(form, email));
  const unknown = { collection: 'canaryUnknown', fields: { email } };
  // None of these documents exists, so that nothing is changed.
  const currentDocument = { exists: true };
  await eachOf([...known, unknown], async (record) => {
    const { collection } = record;
    const id = randomUUID();
    const name = `${firestore.root}/${collection}/${id}`;
    const change = { ...write(firestore, record, id), currentDocument };
    const removal = { delete: name, currentDocument };
    await checkRefusal(firestore, 'list', collection);
    await checkRefusal(firestore, 'change', collection, change);
    await checkRefusal(firestore, 'delete', collection, removal);
  });
}

/** Lists names alone: nobody's data comes. */
async function checkRefusal(
  firestore: Firestore,
  verb: string,
  collection: string,
  change?: object,
): Promise<void> {
  const list = `/${collection}?pageSize=1&mask.fieldPaths=canary`;
  const outcome = await outcomeOf(firestore, change ? [change] : list);
  if (outcome === 'accepted') {
    findRules(firestore, collection, `let anyone ${verb}`);
  }
}

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
