import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import indexes from '../../../firestore.indexes.json' with { type: 'json' };
import { forms } from '../../../src/form-definitions/forms.ts';
import { createRecords } from '../../../src/form-definitions/records.ts';
import {
  collections,
  findClosedCollections,
  parseRules,
} from '../../../src/local-server/firestore/rules.ts';

test('firestore.rules accepts every form field up to its limit', () => {
  const checkedNames: string[] = [];
  for (const { name, fields, rules } of Object.values(forms)) {
    const filledRules = rules.filter(({ check }) => check === 'filled');
    // Each value is its field's name, so that the test notices swapped fields.
    const values = Object.fromEntries(fields.map(({ name }) => [name, name]));

    for (const record of createRecords(name, values)) {
      const acceptedFields = collections.get(record.collection);
      expect(acceptedFields?.size).toBe(Object.keys(record.fields).length);

      for (const [key, source] of Object.entries(record.fields)) {
        const field = fields.find((field) => field.name === source);
        // An unsent message may come from a release with a higher limit.
        const { maxLength = 0, required } = acceptedFields?.get(key) ?? {};
        expect(maxLength, key).toBeGreaterThanOrEqual(field?.maxLength ?? 0);

        // The rules must not require a field that visitors may leave blank.
        const isRequiredByForm = filledRules.some((rule) =>
          rule.fields.includes(source),
        );
        if (!isRequiredByForm) expect(required, key).toBe(false);
      }
      checkedNames.push(record.collection);
    }
  }
  expect(checkedNames.sort()).toEqual([...collections.keys()].sort());
});

test('every collection of firestore.rules accepts the same record a second time', () => {
  const rules = readFileSync('firestore.rules', 'utf8');
  const lines = rules.match(/allow update: if isReplay\(\);/g);
  expect(lines).toHaveLength(collections.size);
});

test('firestore.indexes.json indexes no field but email and the timestamp', () => {
  const exemptFields = indexes.fieldOverrides.map(
    ({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`,
  );

  const allFields = [...collections].flatMap(([collection, fields]) =>
    [...fields.keys()].map((field) => `${collection}.${field}`),
  );
  expect(exemptFields).toEqual(
    allFields.filter((field) => !field.endsWith('.email')),
  );
});

test('a closed collection keeps its fields, so the owner can read its records', () => {
  const rules = readFileSync('firestore.rules', 'utf8');
  const closedRules = rules.replace(
    "allow create: if isRecord(['name', 'email', 'company']",
    "allow create: if false && isRecord(['name', 'email', 'company']",
  );
  expect(parseRules(closedRules)).toEqual(collections);
  expect([...findClosedCollections(closedRules)]).toEqual(['brandContact']);
  expect([...findClosedCollections(rules)]).toEqual([]);
});

// A limit that is too high lets strangers fill the database, and no form shows it.
test('firestore.rules accepts exactly these fields, up to these lengths', () => {
  const email = { maxLength: 254, required: true };
  const short = { maxLength: 100, required: true };
  const long = { maxLength: 5000, required: true };

  const limits = Object.fromEntries(
    [...collections].map(([collection, fields]) => [
      collection,
      Object.fromEntries(
        [...fields].map(([name, { maxLength, required }]) => [
          name,
          { maxLength, required },
        ]),
      ),
    ]),
  );

  expect(limits).toEqual({
    waitlist: { email, favoriteBrand: short },
    favoriteBrand: { email, brand: short },
    brandContact: { name: short, email, company: short },
    careers: { name: short, email, message: long },
    feedback: { name: short, email, message: long },
  });
});

test('firestore.rules allows nothing but creating and repeating these records', () => {
  const rules = readFileSync('firestore.rules', 'utf8');
  const withoutComments = rules.replace(/\/\/.*/g, '');
  const allowed = withoutComments.match(/\ballow [\w, ]+/g) ?? [];

  const expected = [...collections].flatMap(() => [
    'allow create',
    'allow update',
  ]);
  expect(allowed).toEqual(expected);

  const matches = withoutComments.match(/\bmatch \S+/g) ?? [];
  expect(matches).toEqual([
    'match /databases/{database}/documents',
    ...[...collections.keys()].map((name) => `match /${name}/{id}`),
  ]);
});
