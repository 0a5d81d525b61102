import { recordsOf } from '../../src/outbox/records.ts';
import type { Commit } from '../support/commits.ts';
import { type Found, type Records, textOf } from '../support/records.ts';
import type { Seen } from './visit.ts';

/** One submission: its form, what marks it, and what the visitor has seen. */
export interface Entry {
  form: string;
  mark: string;
  /** Absent where the browser was killed before it answered. */
  seen?: Seen;
}

export interface Balance {
  /** By what it counts, the marks of the submissions. */
  counted: Record<string, string[]>;
  /** The same of what must not be. */
  wrong: Record<string, string[]>;
  /** All that is known of a submission, to see what went wrong. */
  describe(mark: string): string;
}

/** The proxy and the browser read one machine's clock at different moments. */
const clockSkew = 100;

/** Compares what visitors were told with what the records say. */
export async function balance(
  entries: readonly Entry[],
  records: Records,
  log: readonly Commit[],
): Promise<Balance> {
  const stored = await readAll(records);
  const of = (entry: Entry) => stored.get(entry.mark) ?? [];
  const marks = (which: (entry: Entry) => boolean) =>
    entries.filter(which).map(({ mark }) => mark);
  const isStored = (entry: Entry) => of(entry).length > 0;
  return {
    counted: {
      'submitted (thanked for)': marks(({ seen }) => seen?.thanked ?? false),
      'unanswered (killed before)': marks(({ seen }) => seen === undefined),
      stored: marks(isStored),
    },
    wrong: {
      lost: marks((one) => Boolean(one.seen?.thanked && !isStored(one))),
      doubled: marks((entry) => hasDouble(of(entry))),
      'other words': marks((entry) => !isAsSubmitted(entry, of(entry))),
      "'Sent.' of what was not stored": marks(
        ({ seen, mark }) =>
          storedAt(log, mark) > (seen?.sentAt ?? Infinity) + clockSkew,
      ),
      'an error of what was stored': marks(
        ({ seen, mark }) =>
          storedAt(log, mark) < (seen?.errorAt ?? -Infinity) - clockSkew,
      ),
    },
    describe: (mark) => {
      const entry = entries.find((one) => one.mark === mark);
      const commits = log.filter(({ body }) => body.includes(mark));
      return JSON.stringify({ entry, stored: stored.get(mark), commits });
    },
  };
}

async function readAll(records: Records): Promise<Map<string, Found[]>> {
  const byMark = new Map<string, Found[]>();
  for (const one of await records.all()) {
    const mark = /No\. \d{5}/.exec(textOf(one.fields))?.[0] ?? 'unmarked';
    byMark.set(mark, [...(byMark.get(mark) ?? []), one]);
  }
  return byMark;
}

function hasDouble(found: Found[]): boolean {
  return new Set(found.map(({ collection }) => collection)).size < found.length;
}

/** Nothing at all, or all of it under one id and word for word. */
function isAsSubmitted({ form, seen }: Entry, found: Found[]): boolean {
  if (found.length === 0) return true;
  if (new Set(found.map(({ id }) => id)).size > 1) return false;
  if (!seen?.values) return true;
  const expected = recordsOf({ form, values: seen.values } as never);
  return allOf(expected) === allOf(found);
}

function allOf(
  found: readonly { collection: string; fields: object }[],
): string {
  const texts = found.map((one) => one.collection + textOf(one.fields));
  return texts.sort().join();
}

function storedAt(log: readonly Commit[], mark: string): number {
  const times = log
    .filter(({ body }) => body.includes(mark))
    .map(({ storedAt = Number.POSITIVE_INFINITY }) => storedAt);
  return Math.min(...times);
}
