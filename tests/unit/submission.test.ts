import { expect, test } from 'vitest';
import { failure } from '../../src/firebase/outcome.ts';
import { backoff, longestDelay } from '../../src/outbox/backoff.ts';
import { recordsOf } from '../../src/outbox/records.ts';
import {
  createSubmission,
  currentVersion,
  fail,
  isDue,
  isReadable,
  isRepeat,
  isStale,
  postpone,
  requeue,
  type Submission,
} from '../../src/outbox/submission.ts';

const hour = 60 * 60 * 1000;
const values = { email: 'ada@example.com', favoriteBrand: 'Skeinwell' };
const now = 1_700_000_000_000;
const fresh = createSubmission('id-1', 'waitlist', values, now);

test('a new submission is due at once', () => {
  expect(isDue(fresh, now, longestDelay)).toBe(true);
  expect(isStale(fresh, now)).toBe(false);
});

test('a postponed one waits for its time', () => {
  const waiting = postpone(fresh, now, 5000, 'unavailable');
  expect(waiting.attempts).toBe(1);
  expect(isDue(waiting, now + 4999, longestDelay)).toBe(false);
  expect(isDue(waiting, now + 5000, longestDelay)).toBe(true);
});

test('a clock a year off delays by the cap at most', () => {
  const year = 365 * 24 * hour;
  const ahead = postpone(fresh, now + year, 5000, 'unavailable');
  expect(isDue(ahead, now, longestDelay)).toBe(true);
  const behind = postpone(fresh, now - year, 5000, 'unavailable');
  expect(isDue(behind, now, longestDelay)).toBe(true);
});

test('stale means failed, or queued for over a day', () => {
  expect(isStale(fresh, now + 24 * hour)).toBe(false);
  expect(isStale(fresh, now + 24 * hour + 1)).toBe(true);
  expect(isStale(fail(fresh, 'permission-denied'), now)).toBe(true);
});

test('requeueing forgets the attempts, not the words or the id', () => {
  const again = requeue(fail(fresh, 'permission-denied'), now + hour);
  expect(again).toMatchObject({ id: 'id-1', state: 'queued', attempts: 0 });
  expect(again.values).toEqual(values);
});

test('a repeat has the same form and the same words', () => {
  const other = createSubmission('id-2', 'waitlist', { ...values }, now);
  expect(isRepeat(fresh, other)).toBe(true);
  const changed = { ...values, email: 'b@example.com' };
  expect(isRepeat(fresh, { ...other, values: changed })).toBe(false);
  expect(isRepeat(fresh, { ...other, form: 'careers' })).toBe(false);
});

test('waits double up to the cap, between half and all of it', () => {
  expect(backoff(0, 0)).toBe(500);
  expect(backoff(0, 1)).toBe(1000);
  expect(backoff(3, 0)).toBe(4000);
  expect(backoff(40, 0)).toBe(longestDelay / 2);
  expect(backoff(40, 1)).toBe(longestDelay);
});

test.each([
  'permission-denied',
  'invalid-argument',
  'failed-precondition',
  'unauthenticated',
  'not-found',
])('%s is final', (code) => {
  expect(failure(code).kind).toBe('never');
});

test.each([
  'unknown',
  'unavailable',
  'aborted',
  'resource-exhausted',
  'deadline-exceeded',
  'internal',
  'unreadable',
])('%s is not final', (code) => {
  expect(failure(code).kind).toBe('later');
});

test('a waitlist entry becomes two records under its id', () => {
  expect(recordsOf(fresh)).toEqual([
    { collection: 'waitlist', fields: values },
    {
      collection: 'favoriteBrand',
      fields: { email: 'ada@example.com', brand: 'Skeinwell' },
    },
  ]);
});

test('a whole record of this version or an older one can be read', () => {
  expect(isReadable(fresh)).toBe(true);
  expect(isReadable({ ...fresh, version: currentVersion - 1 })).toBe(true);
  expect(isReadable({ ...fresh, version: currentVersion + 1 })).toBe(false);
});

test.each<[keyof Submission, unknown]>([
  ['version', undefined],
  ['form', undefined],
  ['form', 7],
  ['values', undefined],
  ['values', null],
  ['values', 'words'],
  ['values', { email: 7 }],
  ['values', { email: 'ada@example.com', favoriteBrand: null }],
  ['createdAt', undefined],
  ['createdAt', Number.NaN],
  ['createdAt', '1'],
  ['dueAt', Number.POSITIVE_INFINITY],
  ['attempts', Number.NaN],
])('a record whose %s is %j cannot be read', (field, value) => {
  expect(isReadable({ ...fresh, [field]: value })).toBe(false);
});

test.each([
  ['brandSignup', 'brandContact'],
  ['careers', 'careers'],
  ['feedback', 'feedback'],
])(
  '%s becomes one record in %s, whatever was filled in',
  (form, collection) => {
    const filled = { name: 'Ada', field_of_a_newer_version: 'x', blank: '' };
    const { blank: _, ...fields } = filled;
    const whole = createSubmission('id-1', form, filled, now);
    expect(recordsOf(whole)).toEqual([{ collection, fields }]);
  },
);

test('a field of a newer version goes into the waitlist alone', () => {
  const more = { ...values, size: 'M' };
  const [entry, brand] = recordsOf({ ...fresh, values: more });
  expect(entry?.fields).toEqual(more);
  expect(brand?.fields).toEqual(recordsOf(fresh)[1]?.fields);
});

test('what was left blank is no part of a submission', () => {
  const blank = createSubmission(
    'id-2',
    'waitlist',
    { ...values, size: '' },
    now,
  );
  expect(blank.values).toEqual(values);
  expect(isRepeat(fresh, blank)).toBe(true);
});

test('a waitlist entry without words becomes records without any', () => {
  expect(recordsOf(createSubmission('id-1', 'waitlist', {}, now))).toEqual([
    { collection: 'waitlist', fields: {} },
    { collection: 'favoriteBrand', fields: { email: '', brand: '' } },
  ]);
});

test('a form that nobody knows has no records', () => {
  expect(() => recordsOf({ ...fresh, form: 'unknown' })).toThrow(
    'Unknown form: unknown',
  );
});

test('more or other words are no repeat', () => {
  const more = { ...fresh, values: { ...values, name: 'Ada' } };
  expect(isRepeat(fresh, more)).toBe(false);
  expect(isRepeat(more, fresh)).toBe(false);
});

test('the wait is not checked against a due time that is near', () => {
  const near = postpone(fresh, now, longestDelay, 'unavailable');
  expect(isDue(near, now, longestDelay)).toBe(false);
});

test.each(['out-of-range', 'unimplemented'])('%s is final too', (code) => {
  expect(failure(code)).toEqual({ kind: 'never', error: code });
});
