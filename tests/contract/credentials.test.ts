import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createAuthorizer } from '../../src/node/records/google-api.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  expectUserError,
  responseOf,
  startFakeGoogle,
} from './records-command.ts';

const { origin, requests, responses, stop } = await startFakeGoogle();
afterAll(async () => {
  vi.unstubAllEnvs();
  await stop();
});

const directory = temporaryFolder();
const file = path.join(directory, 'key.json');
const subject = path.join(directory, 'subject');
fs.writeFileSync(subject, 'proof');
vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'pear-site');

/** Writes credentials whose tokens come from the fake Google. */
function writeCredentials(): void {
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

test('authorize uses the same token for several requests', async () => {
  writeCredentials();
  const token = { access_token: 'token', expires_in: 3600 };
  responses.push(responseOf(200, { ...token, token_type: 'Bearer' }));
  const authorize = createAuthorizer();
  const headers = {
    authorization: 'Bearer token',
    'x-goog-user-project': 'pear-site',
  };
  expect(await authorize()).toEqual(headers);
  expect(await authorize()).toEqual(headers);
  expect(requests).toHaveLength(1);
});

test('authorize throws an error that says why it has no token, and what to do', async () => {
  const expectError = (message: string | RegExp) =>
    expectUserError(createAuthorizer()(), message);
  writeCredentials();
  const error_description = 'Token has been expired or revoked.';
  responses.push(
    responseOf(400, { error: 'invalid_grant', error_description }),
  );
  await expectError(
    /^Application Default Credentials do not work \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
  );
  // The message must not quote the key file.
  fs.writeFileSync(file, '"private_key": "secret"');
  await expectError('do not work (the key file is not JSON);');
});
