import { maxRetryDelay } from './retry-schedule.ts';

/** A submission in the outbox. While it is being sent, a Web Lock is held. */
export interface Submission {
  id: string;
  /** Schema version. Older code ignores submissions of a newer version. */
  version: number;
  form: string;
  /** Values by field name, including fields that this version does not know. */
  values: Readonly<Record<string, string>>;
  /** 'refused' means that the server has refused the submission for good. */
  state: 'queued' | 'refused';
  createdAt: number;
  attempts: number;
  /** Time of the next automatic attempt. */
  dueAt: number;
  /** Code of the last error. An error's message may hold personal data. */
  error?: string;
}

/** A submission as stored in IndexedDB, where the state 'refused' is called 'failed'. */
export type OutboxRecord = Omit<Submission, 'state'> & {
  state: 'queued' | 'failed';
};

export type Status = Submission['state'] | 'sent';

export const formatVersion = 1;

/** Returns a version 4 UUID, also on plain http, which has no randomUUID. */
export function createId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const template = '00000000-0000-4000-8000-000000000000';
  return template.replace(/[08]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    // The digit 8 is the variant of the UUID, so only its lower two bits are random.
    const mask = digit === '8' ? 3 : 15;
    return (Number(digit) | (random & mask)).toString(16);
  });
}

/** Creates a submission without the fields that the visitor left blank. */
export function createSubmission(
  id: string,
  form: string,
  values: Readonly<Record<string, string>>,
  now: number,
): Submission {
  const entries = Object.entries(values).filter(([, text]) => text !== '');
  return {
    id,
    version: formatVersion,
    form,
    values: Object.fromEntries(entries),
    state: 'queued',
    createdAt: now,
    attempts: 0,
    dueAt: now,
  };
}

/** Returns the submission as due now, with restarted retry delays. */
export function requeue(submission: Submission, now: number): Submission {
  return { ...submission, state: 'queued', attempts: 0, dueAt: now };
}

export function toRecord({ state, ...rest }: Submission): OutboxRecord {
  return { ...rest, state: state === 'refused' ? 'failed' : state };
}

export function fromRecord({ state, ...rest }: OutboxRecord): Submission {
  return { ...rest, state: state === 'failed' ? 'refused' : state };
}

/**
 * Whether a record is complete and not of a newer version. Other records are
 * stored, but neither shown nor sent.
 */
export function isReadable(record: { [Key in keyof Submission]?: unknown }) {
  const { version, form, values, state, createdAt, attempts, dueAt } = record;
  return (
    Number(version) <= formatVersion &&
    (state === 'queued' || state === 'refused') &&
    typeof form === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string') &&
    [createdAt, attempts, dueAt].every(Number.isFinite)
  );
}

/** Whether to attempt delivery. A wrong clock delays it by at most `maxRetryDelay`. */
export function isDue({ dueAt }: Submission, now: number): boolean {
  return now >= dueAt || dueAt - now > maxRetryDelay;
}

/** Whether two submissions have the same text, in the same form. */
export function isTwin(a: Submission, b: Submission): boolean {
  const keys = Object.keys(a.values);
  return (
    a.form === b.form &&
    keys.length === Object.keys(b.values).length &&
    keys.every((key) => a.values[key] === b.values[key])
  );
}
