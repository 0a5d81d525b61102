import type { Form } from '../../descriptions/form.ts';
import { recordsOf } from '../../outbox/record-drafts.ts';
import { createSubmission } from '../../outbox/submission.ts';
import { type Failure, failureIn } from '../records/firestore-error.ts';
import { parseAnswer } from '../records/remote.ts';
import { firestoreOrigin } from '../settings.ts';
import { type Findings, quote } from './findings.ts';
import { NoAnswer } from './request.ts';
import type { Site } from './site.ts';

/** The Firestore that the site sends to. */
export type Firestore = ReturnType<typeof firestoreOf>;

/** What Firestore made of a request; `unknown` stands where it did not say. */
export type Outcome = 'accepted' | 'refused' | 'unknown';

type RecordDraft = ReturnType<typeof recordsOf>[number];

/** By the settings; without a project the site sends to itself. */
export function firestoreOf(
  { origin, ask, findings }: Site,
  env: Readonly<Record<string, string | undefined>>,
) {
  const id = env.VITE_FIREBASE_PROJECT_ID;
  const project = id || 'demo-pear';
  return {
    /** Everything before `/v1/`. */
    origin: id ? firestoreOrigin : origin,
    project,
    /** What the names of all documents begin with. */
    root: `projects/${project}/databases/(default)/documents`,
    apiKey: env.VITE_FIREBASE_API_KEY || 'local',
    /** What a key that is restricted to the site's pages asks for. */
    referer: `${origin}/`,
    ask,
    findings,
  };
}

/** Finds that the live access rules are not those of these sources. */
export function findRules(
  { findings, project }: Firestore,
  where: string,
  what: string,
): void {
  const todo = `Deploy these ones: firebase deploy --only firestore -P ${project}`;
  findings.elsewhere('rules', where, `the access rules ${what}`, todo);
}

const marker = 'Canary: erase me';

/** What the site makes of a form that the canary has filled in. */
export function recordsIn(form: Form, email: string): RecordDraft[] {
  const texts = form.fields.map(
    ({ name, maxLength }) => [name, marker.slice(0, maxLength)] as const,
  );
  const values = { ...Object.fromEntries(texts), email };
  return recordsOf(createSubmission('', form.name, values, 0));
}

/** A record as the site writes it. */
export function write(
  { root }: Firestore,
  { collection, fields }: RecordDraft,
  id: string,
): object {
  const texts = Object.entries(fields).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  const name = `${root}/${collection}/${id}`;
  return {
    update: { name, fields: Object.fromEntries(texts) },
    updateTransforms: [
      { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' },
    ],
  };
}

/** Asks as a visitor does: below `documents`, or with writes to commit. */
export async function outcomeOf(
  { origin, root, apiKey, referer, ask, findings }: Firestore,
  asked: string | readonly object[],
  runsToItsEnd = false,
): Promise<Outcome> {
  const below = typeof asked === 'string' ? asked : ':commit';
  const url = new URL(`${origin}/v1/${root}${below}`);
  url.searchParams.set('key', apiKey);
  try {
    const { status, body } = await ask(url.href, {
      headers: { referer, 'content-type': 'application/json' },
      runsToItsEnd,
      body: below === asked ? undefined : JSON.stringify({ writes: asked }),
    });
    const answer = parseAnswer(body.toString());
    const failure = failureIn(answer);
    if (failure) return outcomeFor(failure, findings);
    if (status === 200 && answer) return 'accepted';
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
  if (status === 'FAILED_PRECONDITION') return 'accepted';
  if (status === 'NOT_FOUND' && !isAbsent) return 'accepted';
  // The local Firestore has no preconditions, and is these rules.
  if (status === 'UNIMPLEMENTED') return 'unknown';
  const words = [status, reason, message].filter(Boolean).join(' ');
  findings.elsewhere(
    'firestore',
    'submissions',
    `Firestore answers ${quote(words)}`,
    'See "On a bad day" in README.md; no submission is accepted until then.',
  );
  return 'unknown';
}
