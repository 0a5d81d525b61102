import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { ownersHeaders } from '../../src/node/records/credentials.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { answer, expectUserError, startGoogle } from './owner.ts';

const directory = temporaryFolder();
const google = await startGoogle();
afterAll(async () => {
  vi.unstubAllEnvs();
  await google.stop();
});

/** Makes this text the owner's credentials. */
function useKey(text: string): string {
  const file = path.join(directory, 'key.json');
  fs.writeFileSync(file, text);
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
  return file;
}

/** Credentials whose tokens come from a server of the test's own. */
function useServersTokens(origin = google.origin): void {
  const subject = path.join(directory, 'subject');
  fs.writeFileSync(subject, 'proof');
  const key = {
    type: 'external_account',
    audience: '//iam.googleapis.com/locations/global/workforcePools/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${origin}/token`,
    credential_source: { file: subject },
    quota_project_id: 'pear-site',
  };
  useKey(JSON.stringify(key));
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'pear-site');
}

test('one token does for many pages', async () => {
  useServersTokens();
  const token = { access_token: 'token', expires_in: 3600 };
  google.answers.push(answer(200, { ...token, token_type: 'Bearer' }));
  const authorize = ownersHeaders();
  for (let page = 0; page < 3; page += 1) {
    expect(await authorize()).toEqual({
      authorization: 'Bearer token',
      'x-goog-user-project': 'pear-site',
    });
  }
  expect(google.asked).toHaveLength(1);
});

test('credentials that have ended say so', async () => {
  useServersTokens();
  const error_description = 'Token has been expired or revoked.';
  const error = { error: 'invalid_grant', error_description };
  google.answers.push(answer(400, error));
  await expectUserError(
    ownersHeaders()(),
    /^No Application Default Credentials work here \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
  );
});

test('a network that is not there is not blamed on the credentials', async () => {
  useServersTokens('http://127.0.0.1:1');
  await expectUserError(
    ownersHeaders()(),
    /^No token for Firestore \([^\n]*ECONNREFUSED[^\n]*\); see that Google can be reached\.$/,
  );
});

test('a key that is not JSON is not shown, and one may be missing', async () => {
  const file = useKey('"private_key": "secret"');
  await expectUserError(
    ownersHeaders()(),
    'work here (the key file is not JSON);',
  );
  fs.rmSync(file);
  await expectUserError(
    ownersHeaders()(),
    `The file at ${file} does not exist`,
  );
});
