import { randomUUID } from 'node:crypto';
import { type FormName, forms } from '../../descriptions/forms.ts';
import { recordsOf } from '../../outbox/records.ts';
import { createSubmission } from '../../outbox/submission.ts';
import type { Source } from '../records/source.ts';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import {
  deployRules,
  type Firestore,
  longest,
  type Outcome,
  outcomeOf,
  set,
  type Write,
  wordFor,
} from './firestore.ts';

type RecordDraft = ReturnType<typeof recordsOf>[number];

/** What is to come of a request under the rules of these sources. */
interface Trial {
  name: string;
  wanted: Outcome;
  writes: readonly Write[];
  /** What is wrong where it comes otherwise. */
  otherwise?: string;
}

/**
 * Submits one entry of the waitlist that names itself the canary's, twice, and
 * with its help sees what the rules accept and refuse; then erases it.
 */
export async function checkSubmission(
  firestore: Firestore,
  owner: Source,
  say: (line: string) => void,
): Promise<string[][]> {
  const id = randomUUID();
  const email = `canary-${id.slice(0, 8)}@pear.invalid`;
  const records = recordsIn('waitlist', email);
  const rows: string[][] = [];
  // One after the other, since all of them touch the entry.
  const attempt = async ({ name, wanted, writes, otherwise }: Trial) => {
    // An entry that came after its erasure would stay.
    const outcome = await outcomeOf(firestore, ':commit', { writes }, true);
    rows.push([name, wordOf(outcome, wanted)]);
    if (otherwise && outcome !== wanted && outcome !== 'unknown') {
      firestore.findings.elsewhere(
        'rules',
        name,
        otherwise,
        deployRules(firestore),
      );
    }
    return outcome;
  };
  say(`Submitting an entry of the waitlist as ${email}.`);
  let first: Outcome | undefined;
  try {
    first = await attempt({
      name: 'the entry',
      wanted: 'done',
      writes: records.map((record) => write(firestore, record, id)),
      otherwise: 'the access rules refuse what the site sends',
    });
    if (first === 'done') {
      for (const trial of withTheEntry(firestore, records, id)) {
        await attempt(trial);
      }
      const order = await attempt(calibration(firestore, records, id));
      if (order === 'refused') {
        for (const trial of besideTheEntry(firestore, records, id)) {
          await attempt(trial);
        }
      } else if (order === 'passed') {
        firestore.findings.note(
          'Whether the access rules look at fields and lengths was not tried: what stands above is in the way.',
        );
      }
    }
  } finally {
    const paths = records.map(({ collection }) => `${collection}/${id}`);
    const wasAccepted = first === 'done';
    await eraseEntry(owner, paths, { email, wasAccepted }, firestore);
  }
  return rows;
}

function wordOf(outcome: Outcome, wanted: Outcome): string {
  const word = { done: 'accepted', passed: 'accepted', refused: 'refused' };
  return outcome === 'unknown'
    ? wordFor(outcome)
    : `${word[outcome]}${outcome === wanted ? '' : ' (WRONG)'}`;
}

/** What the site makes of a form that the canary has filled in. */
function recordsIn(form: FormName, email: string): RecordDraft[] {
  const { fields } = forms[form];
  const texts = fields.map(({ name }) => [name, 'Canary: erase me'] as const);
  const values = { ...Object.fromEntries(texts), email };
  return recordsOf(createSubmission('', form, values, 0));
}

function write(
  firestore: Firestore,
  { collection, fields }: RecordDraft,
  id: string,
  currentDocument?: object,
): Write {
  return set(firestore, `${collection}/${id}`, fields, currentDocument);
}

/** Requests that could write to the entry alone, which is erased afterwards. */
function withTheEntry(
  firestore: Firestore,
  records: readonly RecordDraft[],
  id: string,
): Trial[] {
  return [
    {
      name: 'the same again',
      wanted: 'done',
      writes: records.map((record) => write(firestore, record, id)),
      otherwise:
        'the access rules refuse a repeat, so that a lost answer looks like a failure',
    },
    {
      name: 'the entry changed',
      wanted: 'refused',
      writes: changes(firestore, records, id),
      otherwise: 'the access rules let anyone change an entry',
    },
  ];
}

function changes(
  firestore: Firestore,
  records: readonly RecordDraft[],
  id: string,
  currentDocument?: object,
): Write[] {
  return records.slice(0, 1).map(({ collection, fields }) => {
    const changed = { collection, fields: { ...fields, email: 'changed' } };
    return write(firestore, changed, id, currentDocument);
  });
}

/** Tells that Firestore looks at the rules first, then at preconditions. */
function calibration(
  firestore: Firestore,
  records: readonly RecordDraft[],
  id: string,
): Trial {
  const longAgo = { updateTime: '2001-01-01T00:00:00Z' };
  return {
    name: 'the entry changed, with a wrong time',
    wanted: 'refused',
    writes: changes(firestore, records, id, longAgo),
  };
}

/**
 * Each in one batch with a write that says the entry is not there yet: so
 * nothing of it is ever stored, and what the rules let pass fails by that.
 */
function besideTheEntry(
  firestore: Firestore,
  [first]: readonly RecordDraft[],
  id: string,
): Trial[] {
  if (!first) return [];
  const failing = write(firestore, first, id, { exists: false });
  const fresh = randomUUID();
  const good = Object.values(forms).map(({ name }): Trial => {
    const records = recordsIn(name, 'a@pear.invalid');
    return {
      name: `a good one of ${name}`,
      wanted: 'passed',
      writes: [...records.map((r) => write(firestore, r, fresh)), failing],
      otherwise: 'the access rules refuse what the site sends',
    };
  });
  const bad = [...collections].flatMap(([collection, fields]) => {
    const whole = longest(collection);
    const names = [...fields.keys()];
    const required = names.filter((name) => fields.get(name)?.required);
    const kinds: [string, Record<string, string>][] = [
      ['with one field more', { ...whole, canary: 'x' }],
      ...names.map((name): [string, Record<string, string>] => [
        `whose ${name} is too long`,
        { ...whole, [name]: `${whole[name]}x` },
      ]),
      ...required.map((name): [string, Record<string, string>] => {
        const { [name]: _, ...rest } = whole;
        return [`without ${name}`, rest];
      }),
    ];
    return kinds.map(
      ([kind, texts]): Trial => ({
        name: `${collection} ${kind}`,
        wanted: 'refused',
        writes: [set(firestore, `${collection}/${fresh}`, texts), failing],
        otherwise: 'the access rules accept it',
      }),
    );
  });
  return [...good, ...bad];
}

/** How many of the newest records are looked at for the entry. */
const newest = 50;

async function eraseEntry(
  owner: Source,
  paths: readonly string[],
  { email, wasAccepted }: { email: string; wasAccepted: boolean },
  { findings }: Firestore,
): Promise<void> {
  try {
    const seen = await Promise.all(paths.map((path) => isSeen(owner, path)));
    await owner.erase(paths);
    if (seen.every(Boolean)) {
      findings.note(
        `The owner's records showed the entry of ${email}; it is erased.`,
      );
    } else if (wasAccepted || seen.some(Boolean)) {
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
    ? [await owner.newest(collection, newest)]
    : owner.pages(collection);
  for await (const page of pages) {
    if (page.some((entry) => entry.id === id)) return true;
  }
  return false;
}
