import { expect, test, vi } from 'vitest';
import { getOutcome } from '../../src/firebase/outcome.ts';
import { createRecords } from '../../src/form-definitions/records.ts';
import {
  createId,
  createSubmission,
  formatVersion,
  fromRecord,
  isReadable,
  isTwin,
  type Submission,
  toRecord,
} from '../../src/outbox/submission.ts';

const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const now = 1_700_000_000_000;
const newEntry = createSubmission('id-1', 'waitlist', values, now);

test.each<[string, Partial<Submission>, boolean]>([
  ['the same values', { values: { ...values } }, true],
  ['another email', { values: { ...values, email: 'b@example.com' } }, false],
  ['one more value', { values: { ...values, name: 'Ada' } }, false],
  ['another form', { form: 'careers' }, false],
])('decides whether a submission with %s is a twin: %s', (...row) => {
  const [, difference, expected] = row;
  const otherEntry = { ...newEntry, id: 'id-2', ...difference };
  expect(isTwin(newEntry, otherEntry)).toBe(expected);
  expect(isTwin(otherEntry, newEntry)).toBe(expected);
});

// answers.test.ts tests the other refusals: the statuses 400, 401, 403 and 404.
test.each(['invalid-argument', 'out-of-range', 'unimplemented'])(
  'treats the error %s as final',
  (error) => {
    expect(getOutcome(error)).toEqual({ kind: 'refused', error });
  },
);

const newValues = { ...values, field_of_a_newer_version: 'x' };
const brandValues = { email: 'ada@example.com', brand: 'Skeinwell' };

test.each<[form: string, values: object, records: object]>([
  ['waitlist', values, { waitlist: values, favoriteBrand: brandValues }],
  ['waitlist', newValues, { waitlist: newValues, favoriteBrand: brandValues }],
  ['waitlist', {}, { waitlist: {}, favoriteBrand: { email: '', brand: '' } }],
  ['brandSignup', newValues, { brandContact: newValues }],
])('turns a %s submission with %j into the records %j', (...row) => {
  const [form, filledIn, expected] = row;
  const records = createRecords(form, { ...filledIn });
  const entries = records.map(({ collection, fields }) => [collection, fields]);
  expect(entries).toEqual(Object.entries(expected));
});

test("stores the state 'refused' as 'failed', so that older releases can read it", () => {
  const refusedEntry = { ...newEntry, state: 'refused' } as const;
  const storedRecord = toRecord(refusedEntry);
  expect(storedRecord).toEqual({ ...refusedEntry, state: 'failed' });
  expect(fromRecord(storedRecord)).toEqual(refusedEntry);
  for (const convert of [toRecord, fromRecord])
    expect(convert(newEntry as never)).toEqual(newEntry);
});

test('leaves blank fields out of a submission', () => {
  const typedValues = { ...values, size: '' };
  const entry = createSubmission('id-2', 'waitlist', typedValues, now);
  expect(entry.values).toEqual(values);
});

test.each<[keyof Submission, unknown, boolean]>([
  ['version', formatVersion, true],
  ['version', formatVersion - 1, true],
  ['version', formatVersion + 1, false],
  ['version', undefined, false],
  ['form', 7, false],
  ['values', null, false],
  ['values', 'text', false],
  ['values', { email: 7 }, false],
  ['values', { email: 'ada@example.com', favoriteBrand: null }, false],
  ['state', 'refused', true],
  ['state', 'paused', false],
  ['createdAt', '1', false],
  ['dueAt', Number.POSITIVE_INFINITY, false],
  ['attempts', Number.NaN, false],
])('decides whether a record whose %s is %j is readable: %s', (...row) => {
  const [field, value, expected] = row;
  expect(isReadable({ ...newEntry, [field]: value })).toBe(expected);
});

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('createId makes a version 4 UUID from bytes that are all %d', (byte, id) => {
  const getRandomValues = (bytes: Uint8Array) => bytes.fill(byte);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(createId()).toBe(id);
});

test("createId prefers the browser's own UUIDs", () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'from the browser' });
  expect(createId()).toBe('from the browser');
});
