import { expect, test, vi } from 'vitest';
import { openFirestore } from '../../../src/owner/firestore-source.ts';
import { createFakeRuntime } from './fake-runtime.ts';

/** The longest message of a fictional release: ten times the limit of today. */
const { maxLength } = vi.hoisted(() => ({ maxLength: 50_000 }));

vi.mock('../../../src/rules/releases.js', () => {
  const careers = { limits: { message: maxLength }, required: [] };
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
  const requestSize = maxWritesPerCommit * Buffer.byteLength(record);

  expect(maxWritesPerCommit).toBeGreaterThan(10);
  expect(requestSize).toBeLessThan(4 * 1024 ** 2);
});
