import { expect, test } from 'vitest';
import {
  createCountResponse,
  type FakeResponse,
  productionSettings,
  quotaError,
  startFakeGoogle,
} from './fake-google.ts';
import {
  expectUserError,
  runRecords,
  startTranscript,
} from './records-command.ts';

const { getRequestCount, respondWith } = await startFakeGoogle();

test('the command reports requests that Firestore refuses, and responses that are not from Firestore', async () => {
  const transcript = startTranscript(productionSettings);
  const responsesWithoutRecords: FakeResponse[] = [
    [429, [{ error: quotaError }]],
    [200, [{}, { error: quotaError }]],
    [200, '<html>'],
    createCountResponse('0'),
  ];
  for (const response of responsesWithoutRecords)
    await transcript.run(['waitlist'], respondWith(response));
  await transcript.expectFile('production-errors');
});

test('the command names a missing setting of production', async () => {
  const env = { ...productionSettings, VITE_FIREBASE_APP_ID: undefined };
  await expectUserError(runRecords([], env), 'VITE_FIREBASE_APP_ID');
});

test('a call that Firestore refuses for good is not repeated', async () => {
  const denial = { status: 'PERMISSION_DENIED', message: 'No.' };
  const runtime = respondWith([403, { error: denial }]);
  await expectUserError(
    runRecords(['waitlist'], productionSettings, runtime),
    /answered "403 PERMISSION_DENIED: No"\.$/,
  );
  expect(getRequestCount()).toBe(1);
});

/** Refusals of Google, with the reason that stands in the details of some. */
const refusals: { status: string; message: string; reason?: string }[] = [
  {
    status: 'PERMISSION_DENIED',
    message: 'Missing or insufficient permissions.',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Permission denied on resource project x.',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'This API method requires billing to be enabled.',
    reason: 'BILLING_DISABLED',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Cloud Firestore API has not been used.',
    reason: 'SERVICE_DISABLED',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Consumer has been suspended.',
    reason: 'CONSUMER_SUSPENDED',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Permission denied.',
    reason: 'CONSUMER_INVALID',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Insufficient scopes.',
    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'The API requires a quota project.',
  },
  {
    status: 'PERMISSION_DENIED',
    message: 'Caller lacks permission.',
    reason: 'USER_PROJECT_DENIED',
  },
  {
    status: 'FAILED_PRECONDITION',
    message: 'The query requires an index.',
  },
  {
    status: 'FAILED_PRECONDITION',
    message: 'The requested snapshot version is too old.',
  },
  {
    status: 'FAILED_PRECONDITION',
    message: 'The project is in Datastore Mode.',
  },
  { status: 'FAILED_PRECONDITION', message: 'Something else.' },
  {
    status: 'NOT_FOUND',
    message: 'The database (default) does not exist for project x.',
  },
  {
    status: 'UNAUTHENTICATED',
    message: 'Request had invalid credentials.',
  },
  { status: 'INVALID_ARGUMENT', message: 'Something else.' },
];

test('the advice about a refusal follows its reason, and an unknown reason gets none', async () => {
  const transcript = startTranscript(productionSettings);
  for (const { status, message, reason } of refusals) {
    const error = { status, message, details: [{}, { reason }] };
    await transcript.run(['waitlist'], respondWith([403, { error }]));
  }
  await transcript.expectFile('production-advice');
});
