import { maxRetryDelay, staleAfter } from './retry-schedule.ts';

/**
 * What a visitor submitted, as it waits on this device. A delivered one is
 * removed. That it is being sent is not stored: whoever sends holds the lock.
 */
export interface Submission {
  id: string;
  /** Of this shape. A reader leaves newer ones alone. */
  version: number;
  form: string;
  /** What was filled in, by field; also fields that this version lacks. */
  values: Readonly<Record<string, string>>;
  /** 'refused' is for good. */
  state: 'queued' | 'refused';
  createdAt: number;
  attempts: number;
  /** No attempt by itself before this time. */
  dueAt: number;
  /** The code of the last error, never its message. */
  error?: string;
}

/** As it lies on visitors' disks, where every version says 'failed'. */
export type Stored = Omit<Submission, 'state'> & { state: 'queued' | 'failed' };

/** 'gone' is known here no longer: discarded, replaced or forgotten. */
export type Status = Submission['state'] | 'sent' | 'gone';

export const currentVersion = 1;

/** A UUID for a submission; plain http and older browsers lack randomUUID. */
export function newId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // What makes it a version 4: these four bits, and two of the ninth byte.
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A field left blank is left out, as where the form does not have it yet. */
export function createSubmission(
  id: string,
  form: string,
  values: Readonly<Record<string, string>>,
  now: number,
): Submission {
  const filledIn = Object.entries(values).filter(([, text]) => text !== '');
  return {
    id,
    version: currentVersion,
    form,
    values: Object.fromEntries(filledIn),
    state: 'queued',
    createdAt: now,
    attempts: 0,
    dueAt: now,
  };
}

export function postpone(
  submission: Submission,
  now: number,
  delay: number,
  error: string,
): Submission {
  const attempts = submission.attempts + 1;
  return { ...submission, attempts, dueAt: now + delay, error };
}

export function refuse(
  submission: Submission,
  now: number,
  error: string,
): Submission {
  return { ...postpone(submission, now, 0, error), state: 'refused' };
}

/** Due now, and as if never tried. */
export function requeue(submission: Submission, now: number): Submission {
  return { ...submission, state: 'queued', attempts: 0, dueAt: now };
}

export function toStored({ state, ...rest }: Submission): Stored {
  return { ...rest, state: state === 'refused' ? 'failed' : state };
}

export function fromStored({ state, ...rest }: Stored): Submission {
  return { ...rest, state: state === 'failed' ? 'refused' : state };
}

/**
 * Not a newer version's, and whole: disks and visitors damage what is kept. What
 * can't be read is kept as it is, and neither shown nor sent.
 */
export function isReadable(found: { [Key in keyof Submission]?: unknown }) {
  const { version, form, values, createdAt, attempts, dueAt } = found;
  return (
    Number(version) <= currentVersion &&
    typeof form === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string') &&
    [createdAt, attempts, dueAt].every(Number.isFinite)
  );
}

/** A clock set wrong cannot stretch a wait beyond the longest. */
export function isDue({ dueAt }: Submission, now: number): boolean {
  return now >= dueAt || dueAt - now > maxRetryDelay;
}

export function isStale(submission: Submission, now: number): boolean {
  return now - submission.createdAt > staleAfter;
}

export function isRepeat(a: Submission, b: Submission): boolean {
  const keys = Object.keys(a.values);
  return (
    a.form === b.form &&
    keys.length === Object.keys(b.values).length &&
    keys.every((key) => a.values[key] === b.values[key])
  );
}
