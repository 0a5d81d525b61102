import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  isWriteAllowed,
  readCollections,
} from '../../src/local-server/firestore/rules.ts';
import { parseRules } from '../../src/rules/parse-rules.js';
import { putRules } from '../support/emulator.ts';
import { readNextVersion } from '../support/next-version.ts';
import { send, testInEmulator } from './backend.ts';
import { commit, path, texts, writeOf } from './table/row.ts';

const database = 'projects/demo-next/databases/(default)';
const rules = readNextVersion('firestore.rules');

const old = texts({ name: 'Ada', email: 'a@b.co', message: 'Hello' });
const withShoeSize = (stringValue: string) => ({
  ...old,
  shoeSize: { stringValue },
});
const withoutName = texts({ email: 'a@b.co', message: 'Hello', shoeSize: '5' });

/** Records, and whether the rules of the next version accept them. */
const records: [string, object, boolean][] = [
  ['of the previous version', old, true],
  ['of the next version', withShoeSize('555'), true],
  ['with the longest text', withShoeSize('5'.repeat(20)), true],
  ['with too long a text', withShoeSize('5'.repeat(21)), false],
  ['with an empty text', withShoeSize(''), false],
  ['with null', { ...old, shoeSize: { nullValue: null } }, false],
  ['with another field', { ...old, fax: { stringValue: '5' } }, false],
  ['with the new field but without a required one', withoutName, false],
];

test.each(records)(
  'the local Firestore applies rules with a new field: a record %s',
  (_what, fields, accepted) => {
    const now = '2026-01-01T09:00:00Z';
    const record = { ...fields, timestamp: { timestampValue: now } };
    const noDocuments = { before: undefined, after: () => undefined };
    const parsed = readCollections(parseRules(rules));
    const isAllowed = isWriteAllowed(path, record, now, noDocuments, parsed);
    expect(isAllowed).toBe(accepted);
  },
);

test('the local Firestore rejects access rules that it does not support', () => {
  const changedRules = rules.replace(') && hasMatchIn', ') && isBeside');
  expect(() => parseRules(changedRules)).toThrow('only isRecord');
});

testInEmulator((origin) => {
  beforeAll(() => putRules(origin, 'demo-next', rules));

  test.each(records)(
    "Google's emulator applies rules with a new field: a record %s",
    async (_what, fields, accepted) => {
      const write = writeOf(`careers/${randomUUID()}`, fields, database);
      const step = commit(accepted ? 200 : 403, write);
      const { status, text } = await send(origin, database, step);
      expect(status, text).toBe(step.status);
    },
  );
});
