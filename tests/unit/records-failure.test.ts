import { expect, test } from 'vitest';
import {
  failureIn,
  ownersAdvice,
  refused,
} from '../../src/node/records/failure.ts';

const info = (reason: string) => [
  { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason },
];

function errorFor(code: number, answer: unknown): string {
  const advice = ownersAdvice('pear-site');
  return refused('Firestore', code, failureIn(answer), advice).message;
}

const login = 'run gcloud auth application-default login';

test.for<[number, string, string, string, string]>([
  [401, 'UNAUTHENTICATED', 'Invalid authentication credentials.', '', login],
  [
    ...([
      403,
      'PERMISSION_DENIED',
      'Missing or insufficient permissions.',
    ] as const),
    '',
    `give the account the role Cloud Datastore Viewer in pear-site, or ${login} with one that has it`,
  ],
  [
    ...([
      403,
      'PERMISSION_DENIED',
      'Cloud Firestore API has not been used in project 1 before or it is disabled.',
    ] as const),
    'SERVICE_DISABLED',
    'run gcloud services enable firestore.googleapis.com --project pear-site and try again in some minutes',
  ],
  [
    ...([
      403,
      'PERMISSION_DENIED',
      'The firestore.googleapis.com API requires a quota project, which is not set by default.',
    ] as const),
    'SERVICE_DISABLED',
    'run gcloud auth application-default set-quota-project pear-site',
  ],
  [
    ...([
      403,
      'PERMISSION_DENIED',
      'Caller does not have required permission to use project x.',
    ] as const),
    'USER_PROJECT_DENIED',
    'run gcloud auth application-default set-quota-project pear-site',
  ],
  [
    ...([
      404,
      'NOT_FOUND',
      'The database (default) does not exist for project pear-site.',
    ] as const),
    '',
    'there is no Firestore database in pear-site: make one',
  ],
  [
    ...([429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.'] as const),
    '',
    "the free plan's reads of the day are used up; try again after midnight Pacific time (08:00 UTC, in summer 07:00)",
  ],
  [
    ...([
      400,
      'FAILED_PRECONDITION',
      'Not available in Datastore Mode.',
    ] as const),
    '',
    'see in the Firebase console that the database of pear-site is in native mode',
  ],
  [503, 'UNAVAILABLE', 'Try later.', '', 'try again in some minutes'],
  [500, 'INTERNAL', '', '', 'try again in some minutes'],
])('%i %s %s %s', ([code, status, message, reason, advice]) => {
  const error = { code, status, message, details: reason ? info(reason) : [] };
  const words = message ? `: ${message.slice(0, -1)}` : '';
  const start = `Firestore answered "${code} ${status}${words}"; ${advice}`;
  expect(errorFor(code, { error }).slice(0, start.length)).toBe(start);
  expect(errorFor(code, [{ error }])).toBe(errorFor(code, { error }));
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
