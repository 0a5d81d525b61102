import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { ownersHeaders } from '../../src/node/records/credentials.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { answer, expectUserError, startGoogle } from './owner.ts';

const directory = temporaryFolder();
const google = await startGoogle();
afterAll(google.stop);
afterAll(() => vi.unstubAllEnvs());

const file = path.join(directory, 'key.json');

const subject = path.join(directory, 'subject');
fs.writeFileSync(subject, 'proof');
vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'pear-site');

/** Makes tokens of this server the owner's credentials. */
function useTokensOf(origin: string): void {
  const key = {
    type: 'external_account',
    audience: '//iam.googleapis.com/locations/global/workforcePools/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${origin}/token`,
    credential_source: { file: subject },
    quota_project_id: 'pear-site',
  };
  fs.writeFileSync(file, JSON.stringify(key));
}

test('one token does for many pages', async () => {
  useTokensOf(google.origin);
  const token = { access_token: 'token', expires_in: 3600 };
  google.answers.push(answer(200, { ...token, token_type: 'Bearer' }));
  const authorize = ownersHeaders();
  const headers = {
    authorization: 'Bearer token',
    'x-goog-user-project': 'pear-site',
  };
  expect(await authorize()).toEqual(headers);
  expect(await authorize()).toEqual(headers);
  expect(google.asked).toHaveLength(1);
});

test('what gives no token says why', async () => {
  const told = (message: string | RegExp) =>
    expectUserError(ownersHeaders()(), message);
  useTokensOf(google.origin);
  const error_description = 'Token has been expired or revoked.';
  google.answers.push(
    answer(400, { error: 'invalid_grant', error_description }),
  );
  await told(
    /^No Application Default Credentials work here \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
  );
  // A network that is not there is not blamed on the credentials.
  useTokensOf('http://127.0.0.1:1');
  await told(
    /^No token for Firestore \([^\n]*ECONNREFUSED[^\n]*\); see that Google can be reached; behind a proxy set HTTPS_PROXY\.$/,
  );
  vi.stubEnv('HTTPS_PROXY', 'http://me:secret@127.0.0.1:1');
  await told(
    /^No token for Firestore \([^\n]+\); see that Google can be reached through the proxy in HTTPS_PROXY\.$/,
  );
  vi.stubEnv('HTTPS_PROXY', undefined);
  useTokensOf(google.origin);
  for (const [description, advice] of [
    ['Invalid JWT: Token must be short-lived', "; set this machine's clock."],
    ['Invalid JWT Signature.', '; run gcloud auth application-default login'],
  ] as const) {
    const body = { error: 'invalid_grant', error_description: description };
    google.answers.push(answer(400, body));
    await told(advice);
  }
  // It is not shown.
  fs.writeFileSync(file, '"private_key": "secret"');
  await told('work here (the key file is not JSON);');
});
