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
import {
  careersPath,
  commit,
  createFields,
  createWrite,
  type Fields,
} from './table/row.ts';

const database = 'projects/demo-next/databases/(default)';
const rules = readNextVersion('firestore.rules');

const oldFields = createFields({
  name: 'Ada',
  email: 'a@b.co',
  message: 'Hello',
});

function addShoeSize(text: string): Fields {
  return { ...oldFields, ...createFields({ shoeSize: text }) };
}

/** Records, and whether the rules of the next version accept them. */
const records = [
  { record: 'of the previous version', fields: oldFields, isAccepted: true },
  {
    record: 'of the next version',
    fields: addShoeSize('555'),
    isAccepted: true,
  },
  {
    record: 'with the longest text',
    fields: addShoeSize('5'.repeat(20)),
    isAccepted: true,
  },
  {
    record: 'with too long a text',
    fields: addShoeSize('5'.repeat(21)),
    isAccepted: false,
  },
  { record: 'with an empty text', fields: addShoeSize(''), isAccepted: false },
  {
    record: 'with null',
    fields: { ...oldFields, shoeSize: { nullValue: null } },
    isAccepted: false,
  },
  {
    record: 'with another field',
    fields: { ...oldFields, ...createFields({ fax: '5' }) },
    isAccepted: false,
  },
  {
    record: 'with the new field but without a required one',
    fields: createFields({
      email: 'a@b.co',
      message: 'Hello',
      shoeSize: '5',
    }),
    isAccepted: false,
  },
];

test.each(records)(
  'the local Firestore applies rules with a new field: a record $record',
  ({ fields, isAccepted }) => {
    const now = '2026-01-01T09:00:00Z';
    const newRecord = { ...fields, timestamp: { timestampValue: now } };
    const noDocuments = { before: undefined, after: () => undefined };
    const newRules = readCollections(parseRules(rules));
    expect(
      isWriteAllowed(careersPath, newRecord, now, noDocuments, newRules),
    ).toBe(isAccepted);
  },
);

test('the local Firestore rejects access rules that it does not support', () => {
  const changedRules = rules.replace(') && hasMatchIn', ') && isBeside');
  expect(() => parseRules(changedRules)).toThrow('only isRecord');
});

testInEmulator((origin) => {
  beforeAll(() => putRules(origin, 'demo-next', rules));

  test.each(records)(
    "Google's emulator applies rules with a new field: a record $record",
    async ({ fields, isAccepted }) => {
      const write = createWrite(`careers/${randomUUID()}`, fields, database);
      const step = commit(isAccepted ? 200 : 403, write);
      const { status, text } = await send(origin, database, step);
      expect(status, text).toBe(step.status);
    },
  );
});
