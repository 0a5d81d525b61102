import { afterEach, expect, test } from 'vitest';
import { formatTime, parseTime } from '../../../src/owner/times.ts';

const { TZ } = process.env;
afterEach(() => {
  // Assigning undefined would set the text "undefined".
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each([
  ['2026-03-31', '1mo', '2026-02-28'],
  ['2026-08-31', '6mo', '2026-02-28'],
  ['2028-02-29', '1y', '2027-02-28'],
  ['2026-03-01', '1w', '2026-02-22'],
])('on %s, an age of %s begins on %s', (today, age, before) => {
  process.env.TZ = 'UTC';
  const now = Date.parse(`${today}T12:00:00Z`);
  expect(parseTime(age, now)).toBe(`${before}T12:00:00.000Z`);
});

test.each([
  ['Asia/Kolkata', '2026-11-27', '2026-11-26T18:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-27', '2026-11-27T08:00:00.000Z'],
  // In Santiago the clock skips midnight of this day.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-27T09:00:00Z', '2026-11-27T09:00:00.000Z'],
])("in %s, %s means the owner's day", (zone, text, time) => {
  process.env.TZ = zone;
  expect(parseTime(text, 0)).toBe(time);
  // Some versions of Node know Kolkata by its former name, Calcutta.
  expect(formatTime(time)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \(\w+\/\w+\)$/);
});

test.each(['2026-02-30', '2026-13-01', '2026-02-30T00:00:00Z', '0d', '7', 'x'])(
  'rejects %s as a time',
  (text) => {
    expect(() => parseTime(text, 0)).toThrow(`"${text}" is not a day, `);
  },
);
