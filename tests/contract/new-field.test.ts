import { beforeAll, describe, expect, test } from 'vitest';
import {
  isWriteAllowed,
  readRules,
} from '../../src/node/server/firestore/rules.ts';
import { putRules } from '../support/emulator.ts';
import { readNextVersion } from '../support/next-version.ts';
import { send } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import { commit, type Fields, idOf, requestTime, texts } from './table/row.ts';

const database = 'projects/demo-next/databases/(default)';
const rules = readNextVersion('firestore.rules');
const known = readRules(rules);

const old = texts({ name: 'Ada', email: 'a@b.co', message: 'Hello' });
const phone = (stringValue: string): Fields => ({
  ...old,
  phone: { stringValue },
});
const { name: _, ...nameless } = phone('555');

/** Records, and whether the rules of the next version accept them. */
const records: [string, object, boolean][] = [
  ['of the previous version', old, true],
  ['of the next version', phone('555'), true],
  ['with the longest text', phone('5'.repeat(20)), true],
  ['with too long a text', phone('5'.repeat(21)), false],
  ['with an empty text', phone(''), false],
  ['with null', { ...old, phone: { nullValue: null } }, false],
  ['with another field', { ...old, fax: { stringValue: '5' } }, false],
  ['with the new field but without a required one', nameless, false],
];

describe('the local Firestore', () => {
  test.each(records)(
    'the local Firestore treats a record %s as the rules say',
    (_what, fields, accepted) => {
      const now = '2026-01-01T09:00:00Z';
      const submitted = { ...fields, timestamp: { timestampValue: now } };
      const noDocuments = { before: undefined, after: () => undefined };
      const path = `careers/${idOf(1)}`;
      expect(isWriteAllowed(path, submitted, now, noDocuments, known)).toBe(
        accepted,
      );
    },
  );
});

test.each([
  ['with a comment', /allow create/, '// Comment\n$&'],
  ['without create', /allow create.*?;/s, ''],
  ['with another condition', /(\]\)) && hasMatchIn/, '$1 && isBeside'],
  ['with another function', /isRecord\(\['name'/, "isMember(['name'"],
])(
  'the local Firestore rejects access rules that it does not support: %s',
  (_what, from, to) => {
    const changed = rules.replace(from, to);
    expect(changed).not.toBe(rules);
    expect(() => readRules(changed)).toThrow(
      'the local Firestore supports only isRecord with text(), and hasMatchIn.',
    );
  },
);

describeEmulator((origin) => {
  beforeAll(() => putRules(origin, 'demo-next', rules));

  const rows = records.map((record, at) => [...record, idOf(at)] as const);
  test.each(rows)(
    'the local Firestore treats a record %s as the rules say',
    async (_what, fields, accepted, id) => {
      const name = `${database}/documents/careers/${id}`;
      const update = { name, fields };
      const write = { update, updateTransforms: [requestTime] };
      const status = accepted ? 200 : 403;
      const response = await send(origin, database, commit(status, write));
      expect(response.status, response.text).toBe(status);
    },
  );
});
