import { expect, test, vi } from 'vitest';
import { openFirestore } from '../../../src/owner/firestore-source.ts';
import { createFakeRuntime } from './fake-runtime.ts';

// A release allowed messages that are ten times as long as those of today.
const maxLength = 50_000;
vi.mock('../../../src/rules/releases.js', () => {
  const careers = { limits: { message: 50_000 }, required: [] };
  const release = { version: '0.0.1', paths: [], forms: {} };
  return { releases: [{ ...release, collections: { careers } }] };
});

test('a request with the longest records that a release allowed is below 4 MiB', () => {
  const { maxWritesPerCommit } = openFirestore({
    origin: '',
    authorize: async () => ({}),
    place: 'Firestore',
    project: 'pear-site',
    database: '(default)',
    isProduction: true,
    advise: () => '',
    runtime: createFakeRuntime(''),
  });
  const message = { stringValue: '語'.repeat(maxLength) };
  const record = JSON.stringify({ update: { fields: { message } } });
  expect(maxWritesPerCommit).toBeGreaterThan(10);
  expect(maxWritesPerCommit * Buffer.byteLength(record)).toBeLessThan(2 ** 22);
});
