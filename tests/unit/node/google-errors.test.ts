import { expect, test } from 'vitest';
import {
  describeError,
  findFailure,
  networkAdvice,
  productionAdvice,
  responseError,
} from '../../../src/node/records/google-api.ts';

function messageFor(code: number, response: unknown): string {
  const advice = productionAdvice('pear-site');
  const failure = findFailure(response);
  return responseError('Firestore', code, failure, advice).message;
}

test('gives advice about each error of Firestore', async () => {
  const messages = [
    [401, 'UNAUTHENTICATED', 'Invalid.'],
    [403, 'PERMISSION_DENIED', 'Missing.'],
    [403, 'PERMISSION_DENIED', 'Not used.', 'SERVICE_DISABLED'],
    [403, 'PERMISSION_DENIED', 'It needs a quota project.', 'SERVICE_DISABLED'],
    [403, 'PERMISSION_DENIED', 'Caller may not.', 'USER_PROJECT_DENIED'],
    [404, 'NOT_FOUND', 'No database.'],
    [400, 'FAILED_PRECONDITION', 'Not in Datastore Mode.'],
    [503, 'UNAVAILABLE', 'Try later.'],
    [500, 'INTERNAL', ''],
  ].map(([code, status, message, reason]) => {
    const error = { status, message, details: [{ links: [] }, { reason }] };
    const text = messageFor(Number(code), { error });
    expect(messageFor(Number(code), [{ error }])).toBe(text);
    return `${text}\n`;
  });
  const file = 'google-errors/advice.txt';
  await expect(messages.join('')).toMatchFileSnapshot(file);
});

test.for([undefined, null, 5, {}, [], { error: 'x' }, { error: null }])(
  'reports %j as a response that is not from Firestore',
  (response) => {
    expect(messageFor(403, response)).toMatch(
      /^Firestore answered 403 without/,
    );
  },
);

test.each<[object, string, string | undefined]>([
  [new AggregateError([], ''), 'AggregateError', undefined],
  [
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
    'check that this machine can reach Google; behind a proxy set HTTPS_PROXY',
  ],
  [
    new TypeError('failed', { cause: new Error('certificate has expired') }),
    'failed: certificate has expired',
    "set this machine's clock",
  ],
  [
    new Error('self-signed certificate in certificate chain.'),
    'self-signed certificate in certificate chain',
    "set NODE_EXTRA_CA_CERTS to the file of your network's root certificate",
  ],
])('describes %o as %s', (error, reason, advice) => {
  expect(describeError(error)).toBe(reason);
  expect(networkAdvice(reason)).toBe(advice);
});
