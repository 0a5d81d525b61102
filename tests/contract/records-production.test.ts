import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { collections } from '../../src/node/server/firestore/rules.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { HttpResponse } from './backend.ts';
import {
  countResponse,
  expectUserError,
  responseOf,
  runRecords,
  settingsOf,
  startFakeGoogle,
  startTranscript,
} from './records-command.ts';

const settings = settingsOf('pear-site');
const root = 'projects/pear-site/databases/(default)/documents';
const { requests, responses, origin, stop } = await startFakeGoogle();
const emulator = { FIRESTORE_EMULATOR_HOST: new URL(origin).host };
afterAll(stop);
beforeEach(() => {
  requests.length = 0;
});

/** Sets the responses of production; returns the options to use production. */
const respondWith = (...list: HttpResponse[]) => {
  responses.splice(0, responses.length, ...list);
  const authorize = async () => ({ authorization: 'Bearer token' });
  return { production: { origin, authorize } };
};
const timestamp = { timestampValue: '2024-02-29T12:00:00Z' };
const documentOf = (id: string, fields: object = {}) => ({
  document: {
    name: `${root}/waitlist/${id}`,
    fields: { email: { stringValue: `${id}@mail.org` }, timestamp, ...fields },
  },
});
const found = (...documents: object[]) => responseOf(200, documents);
const [waitlist, ...others] = [...collections.keys()];
const noOtherCounts = others.map(() => countResponse('0'));
const noOthers = others.map(() => found());
const documents = Array.from({ length: 501 }, (_, index) =>
  documentOf(`${index}`),
);
const fullPage = found(...documents.slice(0, 300));
const usedUp = { status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' };
const tooMany = responseOf(429, [{ error: usedUp }]);

function transcript() {
  const env = { ...settings, DATA_DIR: temporaryFolder() };
  return startTranscript((args, runtime) => runRecords(args, env, runtime), {
    [env.DATA_DIR]: 'DATA',
  });
}

test('reports responses that are not from Firestore, or that refuse', async () => {
  const { execute, expectFile } = transcript();
  for (const response of [
    tooMany,
    responseOf(200, [{}, { error: usedUp }]),
    responseOf(200, '<html>'),
    countResponse('0'),
  ])
    await execute(['waitlist'], respondWith(response));
  await expectFile('production-errors');
});

test('an emulator takes precedence over production', async () => {
  const runtime = respondWith(countResponse('0'));
  const env = { ...settings, ...emulator };
  const show = runRecords(['waitlist'], env, runtime);
  await expectUserError(show, 'in waitlist at the emulator at 127.0');
  expect(requests[0]).toMatch(
    /^POST \/v1\/projects\/demo-pear\/.* Bearer owner /,
  );
});

test('an export that fails halfway does not change the existing file', async () => {
  const directory = temporaryFolder();
  const file = path.join(directory, 'waitlist.csv');
  fs.writeFileSync(file, 'before');
  const runtime = respondWith(countResponse('1000'), fullPage, tooMany);
  const lines: string[] = [];
  const progress = (line: string) => {
    lines.push(line);
    // A partial file is beside the existing one until the export ends.
    expect(fs.readdirSync(directory)).toHaveLength(2);
  };
  const args = ['waitlist', '--out', 'waitlist.csv'];
  await expectUserError(
    runRecords(args, settings, { ...runtime, directory, progress }),
    ` answered "429 RESOURCE_EXHAUSTED: Quota exceeded"; today's free reads`,
  );
  expect(lines).toEqual([
    "This costs about 1000 reads in Firestore's project pear-site; the free plan allows 50000 a day.",
  ]);
  expect(requests[0]).toContain(
    `POST /v1/${root}:runAggregationQuery Bearer tok`,
  );
  expect(requests[1]).toContain(`POST /v1/${root}:runQuery Bearer token {`);
  expect(requests[2]).toContain(`[{"referenceValue":"${root}/waitlist/299"}]`);
  expect(fs.readdirSync(directory)).toEqual(['waitlist.csv']);
  expect(fs.readFileSync(file, 'utf8')).toBe('before');
});

test('an erasure reports its cost, and the rest after a failure', async () => {
  const denied = { status: 'PERMISSION_DENIED', message: 'Missing.' };
  const { execute, expectFile } = transcript();
  const erase = ['erase', 'ada@x.org'];
  const runtime = respondWith(
    ...[fullPage, found(...documents.slice(300)), ...noOthers],
    ...[countResponse('0'), ...noOtherCounts],
    // The search through all records finds no more.
    ...[waitlist, ...others].map(() => found()),
    ...[responseOf(200, {}), responseOf(403, { error: denied })],
  );
  await execute([...erase, '--yes'], runtime);
  expect(requests[0]).toMatch(/:runQuery .*"IN",.*"ada@x.org".*"Ada@x.org"/);
  expect(requests.at(-1)).toContain(
    `:commit Bearer token {"writes":[{"delete":"${root}/waitlist/200"},`,
  );
  // The free reads end after the query by address, but before the full search.
  const byAddress = [found(documentOf('a')), ...noOthers];
  await execute(erase, respondWith(...byAddress, tooMany));
  await expectFile('erase-in-production');
});
