import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { forms } from '../../descriptions/forms.ts';
import { type Authorize, askGoogle } from '../google.ts';
import { UserError } from '../user-error.ts';
import {
  type Firestore,
  findRules,
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
