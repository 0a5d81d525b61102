import { expect, test } from 'vitest';
import {
  failureIn,
  networkAdvice,
  ownersAdvice,
  reasonOf,
  refused,
} from '../../../src/node/records/firestore-error.ts';

function errorFor(code: number, answer: unknown): string {
  const advice = ownersAdvice('pear-site');
  return refused('Firestore', code, failureIn(answer), advice).message;
}

const denied = '403 PERMISSION_DENIED';
const projectDenied = 'USER_PROJECT_DENIED';
const disabled = 'SERVICE_DISABLED';
const setQuota = 'run gcloud auth application-default set-quota-project pear-';

/** "CODE STATUS: message", our advice, and the reason in the details. */
test.for<[told: string, advice: string, reason?: string]>([
  ['401 UNAUTHENTICATED: Invalid', 'run gcloud auth application-default login'],
  [`${denied}: Missing`, 'give the account the role Cloud Datastore Viewer in'],
  [`${denied}: Not used`, 'run gcloud services enable firestore.goo', disabled],
  [`${denied}: The API requires a quota project`, setQuota, disabled],
  [`${denied}: Caller may not`, setQuota, projectDenied],
  [
    '404 NOT_FOUND: No database',
    'there is no Firestore database in pear-site:',
  ],
  ['400 FAILED_PRECONDITION: Not in Datastore Mode', 'see in the Firebase con'],
  ['503 UNAVAILABLE: Try later', 'try again in some minutes'],
  ['500 INTERNAL', 'try again in some minutes'],
])('%s: %s', ([told, advice, reason]) => {
  const [, code, status, words] = /^(\d+) (\w+)(?:: (.*))?$/.exec(told) ?? [];
  const message = words ? `${words}.` : '';
  const error = { status, message, details: [{ links: [] }, { reason }] };
  for (const answer of [{ error }, [{ error }]]) {
    const shown = errorFor(Number(code), answer);
    expect(shown).toContain(`Firestore answered "${told}"; ${advice}`);
  }
});

test.for([undefined, null, 5, {}, [], { error: 'x' }, { error: null }])(
  '%j is not in its words',
  (answer) => {
    expect(failureIn(answer)).toBeUndefined();
    expect(errorFor(403, answer)).toMatch(/^Firestore answered 403, and/);
  },
);

test.each<[object, string, string | undefined]>([
  [new AggregateError([], ''), 'AggregateError', undefined],
  [
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
    'see that Google can be reached; behind a proxy set HTTPS_PROXY',
  ],
  [
    new TypeError('failed', { cause: new Error('certificate has expired') }),
    'failed: certificate has expired',
    "set this machine's clock",
  ],
  [
    new Error('self-signed certificate in certificate chain.'),
    'self-signed certificate in certificate chain',
    'set NODE_EXTRA_CA_CERTS to the file of the certificate that your network signs with',
  ],
])('%o has the reason %s', (error, reason, advice) => {
  expect(reasonOf(error)).toBe(reason);
  expect(networkAdvice(reason)).toBe(advice);
});
