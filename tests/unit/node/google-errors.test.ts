import { expect, test } from 'vitest';
import {
  describeError,
  findFailure,
  networkAdvice,
  productionAdvice,
  responseError,
} from '../../../src/node/records/google-api.ts';

function errorFor(code: number, answer: unknown): string {
  const advice = productionAdvice('pear-site');
  return responseError('Firestore', code, findFailure(answer), advice).message;
}

const denied = '403 PERMISSION_DENIED';
const projectDenied = 'USER_PROJECT_DENIED';
const disabled = 'SERVICE_DISABLED';
const setQuota = 'run gcloud auth application-default set-quota-project pear-';

/** "CODE STATUS: message", the advice, and the reason in the details. */
test.for<[error: string, advice: string, reason?: string]>([
  ['401 UNAUTHENTICATED: Invalid', 'run gcloud auth application-default login'],
  [`${denied}: Missing`, 'give the account the role Cloud Datastore Viewer in'],
  [`${denied}: Not used`, 'run gcloud services enable firestore.goo', disabled],
  [`${denied}: The API requires a quota project`, setQuota, disabled],
  [`${denied}: Caller may not`, setQuota, projectDenied],
  [
    '404 NOT_FOUND: No database',
    'there is no Firestore database in pear-site:',
  ],
  ['400 FAILED_PRECONDITION: Not in Datastore Mode', 'check in the Firebas'],
  ['503 UNAVAILABLE: Try later', 'try again in a few minutes'],
  ['500 INTERNAL', 'try again in a few minutes'],
])('after %s the advice is: %s', ([text, advice, reason]) => {
  const [, code, status, detail] = /^(\d+) (\w+)(?:: (.*))?$/.exec(text) ?? [];
  const message = detail ? `${detail}.` : '';
  const error = { status, message, details: [{ links: [] }, { reason }] };
  for (const answer of [{ error }, [{ error }]]) {
    const shown = errorFor(Number(code), answer);
    expect(shown).toContain(`Firestore answered "${text}"; ${advice}`);
  }
});

test.for([undefined, null, 5, {}, [], { error: 'x' }, { error: null }])(
  'reports %j as a response that is not from Firestore',
  (answer) => {
    expect(findFailure(answer)).toBeUndefined();
    expect(errorFor(403, answer)).toMatch(/^Firestore answered 403 without a/);
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
