import { randomUUID } from 'node:crypto';
import { type Failure, failureIn } from '../records/firestore-error.ts';
import { parseAnswer } from '../records/remote.ts';
import { collections } from '../server/firestore/rules.ts';
import { type Findings, quote } from './findings.ts';
import { type Ask, eachOf, NoAnswer } from './request.ts';

/** The Firestore that the deployed scripts send to. */
export interface Firestore {
  /** Everything before `/v1/`. */
  origin: string;
  project: string;
  apiKey: string;
  /** What a key that is restricted to the site's pages asks for. */
  referer: string;
  ask: Ask;
  findings: Findings;
}

/** What Firestore made of a request; `unknown` stands where it did not say. */
export type Outcome = 'done' | 'refused' | 'passed' | 'unknown';

export type Write = Readonly<Record<string, unknown>>;

export function nameOf({ project }: Firestore, path: string): string {
  return `projects/${project}/databases/(default)/documents/${path}`;
}

/** What to do about rules that are not those of these sources. */
export function deployRules({ project }: Firestore): string {
  return `Deploy these ones: firebase deploy --only firestore -P ${project}`;
}

/** A record as the site writes it. */
export function set(
  firestore: Firestore,
  path: string,
  texts: Readonly<Record<string, string>>,
  currentDocument?: object,
): Write {
  const fields = Object.entries(texts).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const time = { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' };
  return {
    update: {
      name: nameOf(firestore, path),
      fields: Object.fromEntries(fields),
    },
    updateTransforms: [time],
    ...(currentDocument && { currentDocument }),
  };
}

/** The longest texts that the rules allow. */
export function longest(collection: string): Record<string, string> {
  const fields = [...(collections.get(collection) ?? [])];
  return Object.fromEntries(
    fields.map(([name, { maxLength }]) => [name, 'x'.repeat(maxLength)]),
  );
}

/** None of these documents exists, so the write changes nothing. */
const impossible = { exists: true };

/** Reads, lists, changes and deletions, which the rules have to refuse. */
export async function checkRules(firestore: Firestore): Promise<string[][]> {
  const unknown = 'canaryUnknown';
  const names = [...collections.keys(), unknown];
  return eachOf(names, async (collection) => {
    const id = randomUUID();
    const path = `${collection}/${id}`;
    const texts = longest(collection === unknown ? 'waitlist' : collection);
    // Only names are asked for, here and by the masks below: nobody's data comes.
    const query = { select: { fields: [{ fieldPath: '__name__' }] }, limit: 1 };
    const find = (from: object) => ({
      structuredQuery: {
        from: [{ collectionId: collection, ...from }],
        ...query,
      },
    });
    const remove = {
      delete: nameOf(firestore, path),
      currentDocument: impossible,
    };
    const verdicts: string[] = [];
    const judge = async (verb: string, below: string, body?: object) => {
      const outcome = await outcomeOf(firestore, below, body);
      verdicts.push(wordFor(outcome));
      if (outcome !== 'done' && outcome !== 'passed') return;
      const named =
        collection === unknown ? 'an unknown collection' : collection;
      firestore.findings.elsewhere(
        'rules',
        named,
        `the access rules let anyone ${verb}`,
        deployRules(firestore),
      );
    };
    await judge('read', `/${path}?mask.fieldPaths=canary`);
    await judge('list', `/${collection}?pageSize=1&mask.fieldPaths=canary`);
    await judge('query', ':runQuery', find({}));
    await judge('query by group', ':runQuery', find({ allDescendants: true }));
    const change = set(firestore, path, texts, impossible);
    await judge('change', ':commit', { writes: [change] });
    await judge('delete', ':commit', { writes: [remove] });
    return [collection === unknown ? '(unknown)' : collection, ...verdicts];
  });
}

export function wordFor(outcome: Outcome): string {
  return {
    done: 'ALLOWED',
    passed: 'ALLOWED',
    refused: 'refused',
    unknown: '?',
  }[outcome];
}

/** Asks as a visitor does, below `documents`. */
export async function outcomeOf(
  firestore: Firestore,
  below: string,
  body?: object,
  runsToItsEnd = false,
): Promise<Outcome> {
  const { origin, apiKey, referer, ask, findings } = firestore;
  const url = new URL(
    `${origin}/v1/${nameOf(firestore, '').slice(0, -1)}${below}`,
  );
  url.searchParams.set('key', apiKey);
  try {
    const { status, text } = await ask(url.href, {
      headers: { referer, 'content-type': 'application/json' },
      runsToItsEnd,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = parseAnswer(text);
    const failure = failureIn(answer);
    if (failure) return outcomeFor(failure, findings);
    if (status === 200 && answer) return 'done';
    findings.elsewhere(
      'firestore',
      origin,
      `it answers ${status}, and not in Firestore's words`,
      'See that no proxy or sign-in page stands between, and run this again.',
    );
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    findings.unanswered(origin, error.code);
  }
  return 'unknown';
}

/**
 * Firestore looks at the rules first, then at preconditions: what fails by its
 * precondition has passed the rules. Google's emulator does so.
 */
function outcomeFor(failure: Failure, findings: Findings): Outcome {
  const { status, message, reason } = failure;
  const isAbsent = /database .*does not exist/i.test(message);
  // With a reason it is not the rules' refusal: of the key, or of the project.
  if (status === 'PERMISSION_DENIED' && !reason) return 'refused';
  if (/^(FAILED_PRECONDITION|ALREADY_EXISTS)$/.test(status)) return 'passed';
  if (status === 'NOT_FOUND' && !isAbsent) return 'passed';
  if (status === 'UNIMPLEMENTED') {
    findings.note(
      "What the local Firestore does not know is not judged (?); Google's emulator knows it: set FIRESTORE_EMULATOR_HOST for npm start.",
    );
    return 'unknown';
  }
  const words = [status, reason, message].filter(Boolean).join(' ');
  findings.elsewhere(
    'firestore',
    'submissions',
    `Firestore answers ${quote(words)}`,
    'See "On a bad day" in README.md; no submission is accepted until then.',
  );
  return 'unknown';
}
