import { expect, test } from 'vitest';
import {
  failureIn,
  ownersAdvice,
  refused,
} from '../../../src/node/records/firestore-error.ts';

function errorFor(code: number, answer: unknown): string {
  const advice = ownersAdvice('pear-site');
  return refused('Firestore', code, failureIn(answer), advice).message;
}

const login = 'run gcloud auth application-default login';
const setQuota =
  'run gcloud auth application-default set-quota-project pear-site';

const disabled = 'SERVICE_DISABLED';
const denied = '403 PERMISSION_DENIED';

/** "CODE STATUS: message", our advice, and the reason in the details. */
test.for<[told: string, advice: string, reason?: string]>([
  ['401 UNAUTHENTICATED: Invalid authentication credentials', login],
  [
    `${denied}: Missing or insufficient permissions`,
    `give the account the role Cloud Datastore Viewer in pear-site, or ${login} with one that has it`,
  ],
  [
    `${denied}: Cloud Firestore API has not been used in project 1 before or it is disabled`,
    'run gcloud services enable firestore.googleapis.com --project pear-site and try again in some minutes',
    disabled,
  ],
  [
    `${denied}: The firestore.googleapis.com API requires a quota project, which is not set by default`,
    setQuota,
    disabled,
  ],
  [
    `${denied}: Caller does not have required permission to use project x`,
    setQuota,
    'USER_PROJECT_DENIED',
  ],
  [
    '404 NOT_FOUND: The database (default) does not exist for project pear-site',
    'there is no Firestore database in pear-site: make one',
  ],
  [
    '429 RESOURCE_EXHAUSTED: Quota exceeded',
    "the free plan's reads of the day are used up; try again after midnight Pacific time (08:00 UTC, in summer 07:00)",
  ],
  [
    '400 FAILED_PRECONDITION: Not available in Datastore Mode',
    'see in the Firebase console that the database of pear-site is in native mode',
  ],
  ['503 UNAVAILABLE: Try later', 'try again in some minutes'],
  ['500 INTERNAL', 'try again in some minutes'],
])('%s: %s', ([told, advice, reason]) => {
  const [, code, status, words] = /^(\d+) (\w+)(?:: (.*))?$/.exec(told) ?? [];
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason },
  ];
  const error = {
    code: Number(code),
    status,
    message: words ? `${words}.` : '',
    details: reason ? details : [],
  };
  const start = `Firestore answered "${told}"; ${advice}`;
  for (const answer of [{ error }, [{ error }]]) {
    const shown = errorFor(Number(code), answer);
    expect(shown.slice(0, start.length)).toBe(start);
  }
});

test.for([undefined, null, 5, {}, [], { error: 'x' }, { error: null }])(
  '%j is not in its words',
  (answer) => {
    expect(failureIn(answer)).toBeUndefined();
    expect(errorFor(403, answer)).toMatch(/^Firestore answered 403, and/);
  },
);

test('a long and wild message becomes one short line', () => {
  const message = `a\u001b[31m\r\n\r\nb ${'c'.repeat(1000)}`;
  const text = errorFor(500, { error: { status: 'INTERNAL', message } });
  expect(text).toMatch(
    /^Firestore answered "500 INTERNAL: a \[31m b c{288,}…"/,
  );
  expect(text.length).toBeLessThan(400);
});
