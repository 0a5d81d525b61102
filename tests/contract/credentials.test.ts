import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownersHeaders } from '../../src/node/records/credentials.ts';
import { userError } from './owner.ts';

const directory = fs.mkdtempSync(path.join(tmpdir(), 'pear-key-'));
let asked = 0;
let answer: { status: number; body: object };
const server = http.createServer((_, response) => {
  asked += 1;
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  server.closeAllConnections();
  fs.rmSync(directory, { recursive: true, force: true });
});

/** Makes this text the owner's credentials. */
function useKey(text: string): string {
  const file = path.join(directory, 'key.json');
  fs.writeFileSync(file, text);
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
  return file;
}

function addressOf(server: http.Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Credentials whose tokens come from a server of the test's own. */
function useServersTokens(origin = addressOf(server)): void {
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
  answer = {
    status: 200,
    body: { access_token: 'token', expires_in: 3600, token_type: 'Bearer' },
  };
  const authorize = ownersHeaders();
  for (let page = 0; page < 3; page += 1) {
    expect(await authorize()).toEqual({
      authorization: 'Bearer token',
      'x-goog-user-project': 'pear-site',
    });
  }
  expect(asked).toBe(1);
});

test('credentials that have ended say so', async () => {
  useServersTokens();
  const error_description = 'Token has been expired or revoked.';
  answer = { status: 400, body: { error: 'invalid_grant', error_description } };
  await expect(ownersHeaders()()).rejects.toThrow(
    userError(
      expect.stringMatching(
        /^No Application Default Credentials work here \([^\n]*invalid_grant[^\n]*: Token has been expired or revoked\); run gcloud auth [^\n]*$/,
      ),
    ),
  );
});

test('a network that is not there is not blamed on the credentials', async () => {
  useServersTokens('http://127.0.0.1:1');
  await expect(ownersHeaders()()).rejects.toThrow(
    userError(
      expect.stringMatching(
        /^No token for Firestore \([^\n]*ECONNREFUSED[^\n]*\); see that Google can be reached\.$/,
      ),
    ),
  );
});

test('a key that is not JSON is not shown', async () => {
  useKey('"private_key": "secret"');
  await expect(ownersHeaders()()).rejects.toThrow(
    userError(expect.stringContaining('work here (the key file is not JSON);')),
  );
});

test('no key at all', async () => {
  const file = useKey('');
  fs.rmSync(file);
  await expect(ownersHeaders()()).rejects.toThrow(
    userError(expect.stringContaining(`The file at ${file} does not exist`)),
  );
});
