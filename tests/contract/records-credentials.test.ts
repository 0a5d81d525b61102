import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAuthorizer } from '../../src/owner/google-api.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import {
  createCountResponse,
  productionSettings,
  startFakeGoogle,
} from './fake-google.ts';
import { expectUserError, runRecords } from './records-command.ts';

const { server, origin, respondWith, getRequestCount } =
  await startFakeGoogle();
beforeEach(() => vi.unstubAllEnvs());

/** Writes a key file, and makes it the owner's credentials. Returns its path. */
function writeKeyFile(): string {
  const directory = createTempFolder();
  const subjectTokenFile = path.join(directory, 'subject');
  fs.writeFileSync(subjectTokenFile, 'proof');

  const key = {
    type: 'external_account',
    audience: '//iam.googleapis.com/locations/global/workforcePools/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${origin}/token`,
    credential_source: { file: subjectTokenFile },
    quota_project_id: 'pear-site',
  };
  const keyFile = path.join(directory, 'key.json');
  fs.writeFileSync(keyFile, JSON.stringify(key));

  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', keyFile);
  // Otherwise Google's library searches the network for a project.
  vi.stubEnv('GOOGLE_CLOUD_PROJECT', 'pear-site');
  return keyFile;
}

test('requests to production have a token of the credentials, which is requested once', async () => {
  writeKeyFile();
  const token = { access_token: 'token', expires_in: 3600 };
  respondWith([200, { ...token, token_type: 'Bearer' }]);

  const authorize = createAuthorizer();
  const expectedHeaders = {
    authorization: 'Bearer token',
    'x-goog-user-project': 'pear-site',
  };
  expect(await authorize()).toEqual(expectedHeaders);
  expect(await authorize()).toEqual(expectedHeaders);
  expect(getRequestCount()).toBe(1);
});

test('if Google refuses the credentials, the error says why and what to run', async () => {
  writeKeyFile();
  const error_description = 'Token has been expired or revoked.';
  respondWith([400, { error: 'invalid_grant', error_description }]);
  await expectUserError(
    createAuthorizer()(),
    /^Application Default Credentials do not work \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
  );
});

test('the error of a key file that is not JSON does not quote the file', async () => {
  fs.writeFileSync(writeKeyFile(), '"private_key": "secret"');
  const error = 'do not work (the key file is not JSON);';
  await expectUserError(createAuthorizer()(), error);
});

test('the error of a missing key file says to correct or unset its variable', async () => {
  fs.rmSync(writeKeyFile());
  const advice = '; correct that variable, or unset it and run gcloud auth ';
  await expectUserError(createAuthorizer()(), advice);
});

test('requests to production use the proxy that the environment names', async () => {
  server.once('connect', (_, proxy) => proxy.end('HTTP/1.1 407 No\r\n\r\n'));
  vi.stubEnv('HTTPS_PROXY', origin);
  const runtime = respondWith(createCountResponse('0'));
  const show = runRecords(['waitlist'], productionSettings, runtime);
  await expectUserError(show, 'answered 407 without a Firestore response');
});
