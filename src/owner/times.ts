import { UserError } from '../node/user-error.ts';

/** Returns the name of the owner's time zone, such as Europe/Berlin. */
export function describeTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Parses a time, an age relative to `now`, or a day, which begins at midnight in the
 * owner's time zone. Returns the time in UTC. Throws a UserError for any other text.
 */
export function parseTime(text: string, now: number): string {
  const time = parseDay(text) ?? parseInstant(text) ?? subtractAge(text, now);
  if (time) return time.toISOString();
  throw new UserError(
    `"${text}" is not a day, a time or an age; write it as 2026-11-01, 2026-11-01T09:00:00Z, 90d, 12w, 24mo or 2y.`,
  );
}

/** Returns a time for messages, such as "2026-11-01 09:00 (Europe/Berlin)". */
export function formatTime(time: string): string {
  return `${formatDay(time)} ${new Date(time).toTimeString().slice(0, 5)} (${describeTimeZone()})`;
}

/** Returns the owner's day of a time, such as 2026-11-01. */
export function formatDay(time: string | number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

function parseDay(text: string): Date | undefined {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  if (parts.length === 0) return undefined;

  const date = new Date(year, month - 1, day);
  // Date turns February 30 into a day in March.
  return formatDay(date.getTime()) === text ? date : undefined;
}

function parseInstant(text: string): Date | undefined {
  const pattern =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
  const [, day = ''] = pattern.exec(text) ?? [];

  const isRealDay =
    new Date(day).getTime() > 0 && new Date(day).toJSON().startsWith(day);

  const date = new Date(text);
  return isRealDay && date.getTime() > 0 ? date : undefined;
}

function subtractAge(age: string, now: number): Date | undefined {
  const [, count, unit] = /^([1-9]\d{0,2})(d|w|mo|y)$/.exec(age) ?? [];
  if (!count || !unit) return undefined;

  const time = new Date(now);
  const day = time.getDate();

  const unitMonths = { mo: 1, y: 12 }[unit] ?? 0;
  const unitDays = { d: 1, w: 7 }[unit] ?? 0;
  time.setMonth(time.getMonth() - unitMonths * Number(count));

  // One month before March 31 is the end of February, not March 3.
  if (time.getDate() !== day) time.setDate(0);
  time.setDate(time.getDate() - unitDays * Number(count));
  return time;
}
