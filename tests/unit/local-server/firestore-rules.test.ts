import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import type { Values } from '../../../src/form-definitions/form-definition.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { createRecords } from '../../../src/form-definitions/records.ts';
import { isRequired } from '../../../src/forms/validate.ts';
import { isWriteAllowed } from '../../../src/local-server/firestore/rules.ts';
import { createSubmission } from '../../../src/outbox/submission.ts';
import {
  findAdditions,
  findRefusals,
} from '../../../src/rules/compare-rules.js';
import { knownFields, rules } from '../../../src/rules/known-fields.ts';
import {
  type CollectionRules,
  parseRules,
} from '../../../src/rules/parse-rules.js';
import { releases } from '../../../src/rules/releases.js';
import { createValues } from '../../support/forms.ts';

const rulesText = readFileSync('firestore.rules', 'utf8');
const { collections } = rules;

/** Returns what today's forms send, in the format of the access rules. */
function describeForms(): Record<string, CollectionRules> {
  const sent: Record<string, CollectionRules> = {};
  for (const form of Object.values(forms)) {
    const { name, fields } = form;
    // Each value is its field's name, so that the test notices swapped fields.
    const names = Object.fromEntries(fields.map((f) => [f.name, f.name]));
    for (const record of createRecords(name, names)) {
      const sources = Object.entries(record.fields);
      const limits = sources.map(([key, source]) => {
        const { maxLength = 0 } = fields.find((f) => f.name === source) ?? {};
        return [key, maxLength] as const;
      });
      const required = sources.flatMap(([key, source]) =>
        isRequired(form, source) ? key : [],
      );
      const match = collections[record.collection]?.match;
      sent[record.collection] = {
        limits: Object.fromEntries(limits),
        required,
        ...(match && { match }),
      };
    }
  }
  return sent;
}

test('firestore.rules accepts every form field up to its limit', () => {
  expect(findRefusals(describeForms(), collections)).toEqual([]);
});

/** Returns the paths of a submission's records that firestore.rules refuses. */
function findRefusedRecords(form: FormName, values: Values): string[] {
  const id = '0a1b2c3d-4e5f-4000-8000-000000000000';
  const now = '2026-11-01T09:00:00Z';
  // The outbox leaves out what is blank.
  const submission = createSubmission(id, form, values, 0);
  const records = createRecords(form, submission.values);
  const after = (path: string) =>
    records.find(({ collection }) => path === `${collection}/${id}`)?.fields;

  return records.flatMap(({ collection, fields }) => {
    const texts = Object.entries(fields).map(([field, stringValue]) => {
      return [field, { stringValue }] as const;
    });
    const timestamp = { timestampValue: now };
    const record = { ...Object.fromEntries(texts), timestamp };
    const path = `${collection}/${id}`;
    const isAllowed = isWriteAllowed(path, record, now, {
      before: undefined,
      after,
    });
    return isAllowed ? [] : path;
  });
}

test.each(Object.values(forms))(
  'firestore.rules accepts what $name sends, whether optional fields are filled in or not',
  (form) => {
    const all = createValues(form.name, 1);
    const required = Object.entries(all).filter(([field]) =>
      isRequired(form, field),
    );
    expect(findRefusedRecords(form.name, all)).toEqual([]);
    expect(findRefusedRecords(form.name, Object.fromEntries(required))).toEqual(
      [],
    );
  },
);

// A limit that is too high lets strangers fill the database, and no form shows it.
test('firestore.rules accepts nothing but what a form sends or a release has sent', () => {
  const released = releases.map(({ collections }) => collections);
  const sent = [describeForms(), ...released];
  expect(findAdditions(sent, collections)).toEqual([]);
});

test('every collection of firestore.rules accepts the same record a second time', () => {
  const lines = rulesText.match(/allow update: if isReplay\(\);/g);
  expect(lines).toHaveLength(Object.keys(collections).length);
});

test('firestore.indexes.json indexes no field but email and the timestamp', () => {
  const exemptFields = indexes.fieldOverrides.map(
    ({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`,
  );
  const allFields = Object.entries(collections).flatMap(
    ([collection, { limits }]) =>
      Object.keys(limits).map((field) => `${collection}.${field}`),
  );
  expect(exemptFields).toEqual(
    allFields.filter((field) => !field.endsWith('.email')),
  );
});

test('a closed collection keeps its fields, so the owner can read its records', () => {
  const [firstCollection] = Object.keys(collections);
  const closedRules = rulesText.replace(
    'allow create: if isRecord',
    'allow create: if false && isRecord',
  );
  expect(parseRules(closedRules)).toEqual({
    ...rules,
    closed: [firstCollection],
  });
  expect(rules.closed).toEqual([]);
});

test('firestore.rules allows only the creation and the repetition of records, in known collections', () => {
  const names = Object.keys(collections);
  const withoutComments = rulesText.replace(/\/\/.*/g, '');
  const allowed = withoutComments.match(/\ballow [\w, ]+/g) ?? [];
  const expected = names.flatMap(() => ['allow create', 'allow update']);
  expect(allowed).toEqual(expected);

  const matches = withoutComments.match(/\bmatch \S+/g) ?? [];
  expect(matches).toEqual([
    'match /databases/{database}/documents',
    ...names.map((name) => `match /${name}/{id}`),
  ]);
});

test('docs/operations.md says how large a submission can be', () => {
  // The access rules count UTF-16 code units, which take up to three bytes in UTF-8. They
  // accept what earlier releases have sent, which may be longer than what forms send now.
  const computeSize = (...names: string[]) => {
    const limits = names.flatMap((name) =>
      Object.values(collections[name]?.limits ?? {}),
    );
    return limits.reduce((sum, limit) => sum + 3 * limit, 0);
  };
  const signUp = ['waitlist', 'favoriteBrand'];
  const others = Object.keys(collections).filter(
    (name) => !signUp.includes(name),
  );
  const otherSizes = others.map((name) => computeSize(name));
  const [signUpKB, otherKB] = [
    computeSize(...signUp),
    Math.max(...otherSizes),
  ].map((size) => Math.round(size / 1000));

  const sentence = `to the waitlist takes at most ${signUpKB} kB, and any other submission at most ${otherKB} kB.`;
  const text = readFileSync('docs/operations.md', 'utf8').replace(/\s+/g, ' ');
  expect(text).toContain(sentence);
});

test('SECURITY.md lists every collection with its fields', () => {
  const text = readFileSync('SECURITY.md', 'utf8');
  const rows = text.matchAll(
    /^\| (`\w+`(?:, `\w+`)*) \| (`\w+`(?:, `\w+`)*) \|$/gm,
  );
  const listNames = (cell = '') => cell.match(/\w+/g) ?? [];
  const listed = Array.from(rows, ([, names, fields]) =>
    listNames(names).map((name) => [name, listNames(fields)] as const),
  );
  const known = Array.from(knownFields, ([name, fields]) => [
    name,
    [...fields],
  ]);
  expect(listed.flat()).toEqual(known);
});
