import { afterEach, expect, test, vi } from 'vitest';
import { failure } from '../../src/firebase/outcome.ts';
import { recordsOf } from '../../src/outbox/record-drafts.ts';
import {
  createSubmission,
  currentVersion,
  fromStored,
  isDuplicate,
  isReadable,
  isStale,
  newId,
  recordFailure,
  type Submission,
  toStored,
} from '../../src/outbox/submission.ts';

afterEach(() => vi.unstubAllGlobals());

const day = 24 * 60 * 60 * 1000;
const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const now = 1_700_000_000_000;
const fresh = createSubmission('id-1', 'waitlist', values, now);

test('stale is what has waited for over a day', () => {
  expect(isStale(fresh, now + day)).toBe(false);
  expect(isStale(fresh, now + day + 1)).toBe(true);
});

test.each<[string, Partial<Submission>, boolean]>([
  ['the same words', { values: { ...values } }, true],
  ['other words', { values: { ...values, email: 'b@example.com' } }, false],
  ['more words', { values: { ...values, name: 'Ada' } }, false],
  ['another form', { form: 'careers' }, false],
])('%s make a repeat: %s', (_, part, repeats) => {
  const other = { ...fresh, id: 'id-2', ...part };
  expect(isDuplicate(fresh, other)).toBe(repeats);
  expect(isDuplicate(other, fresh)).toBe(repeats);
});

// Besides those of F14 to F17, which answers.test.ts has.
const final = ['invalid-argument', 'out-of-range', 'unimplemented'];
test.each(final)('%s is final', (error) => {
  expect(failure(error)).toEqual({ kind: 'refused', error });
});

const more = { ...values, field_of_a_newer_version: 'x' };
const brand = { email: 'ada@example.com', brand: 'Skeinwell' };

test.each<[form: string, filledIn: object, records: object]>([
  ['waitlist', values, { waitlist: values, favoriteBrand: brand }],
  ['waitlist', more, { waitlist: more, favoriteBrand: brand }],
  ['waitlist', {}, { waitlist: {}, favoriteBrand: { email: '', brand: '' } }],
  ['brandSignup', more, { brandContact: more }],
])('%s with %j becomes the records %j', (form, filledIn, records) => {
  const found = recordsOf({ ...fresh, form, values: { ...filledIn } });
  const collections = found.map(({ collection, fields }) => [
    collection,
    fields,
  ]);
  expect(collections).toEqual(Object.entries(records));
});

test("what was refused is stored under every version's word for it", () => {
  const refused = recordFailure(fresh, 'refused', now, 'permission-denied');
  const stored = toStored(refused);
  expect(stored).toEqual({ ...refused, state: 'failed' });
  expect(fromStored(stored)).toEqual(refused);
  for (const same of [toStored, fromStored]) {
    expect(same(fresh as never)).toEqual(fresh);
  }
});

test('what was left blank is no part of a submission', () => {
  const typed = { ...values, size: '' };
  const blank = createSubmission('id-2', 'waitlist', typed, now);
  expect(blank.values).toEqual(values);
  expect(isDuplicate(fresh, blank)).toBe(true);
});

test('a form that nobody knows has no records', () => {
  expect(() => recordsOf({ ...fresh, form: 'unknown' })).toThrow(
    'Unknown form: unknown',
  );
});

test.each<[keyof Submission, unknown, boolean]>([
  ['version', currentVersion, true],
  ['version', currentVersion - 1, true],
  ['version', currentVersion + 1, false],
  ['version', undefined, false],
  ['form', 7, false],
  ['values', null, false],
  ['values', 'words', false],
  ['values', { email: 7 }, false],
  ['values', { email: 'ada@example.com', favoriteBrand: null }, false],
  ['createdAt', '1', false],
  ['dueAt', Number.POSITIVE_INFINITY, false],
  ['attempts', Number.NaN, false],
])('a record whose %s is %j can be read: %s', (field, value, can) => {
  expect(isReadable({ ...fresh, [field]: value })).toBe(can);
});

test('where the browser makes ids, its id is taken', () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'made by the browser' });
  expect(newId()).toBe('made by the browser');
});

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('where it does not, bytes of %d make a version 4', (byte, id) => {
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => bytes.fill(byte),
  });
  expect(newId()).toBe(id);
});
