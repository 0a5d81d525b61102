import { forms } from '../../../forms/forms.ts';
import { recordsOf } from '../../../outbox/records.ts';
import { createSubmission } from '../../../outbox/submission.ts';

/** What the rules see of a document: its fields, a timestamp among them. */
export type Fields = Readonly<Record<string, Value>>;
export type Value = Readonly<Record<string, unknown>>;

/** Each collection's fields with the most characters each may hold. */
export const collections: ReadonlyMap<
  string,
  ReadonlyMap<string, number>
> = readCollections();

/** Follows each form field through to the record, so limits are said once. */
function readCollections() {
  const found = new Map<string, Map<string, number>>();
  for (const form of Object.values(forms)) {
    const limits = new Map(form.fields.map((f) => [f.name, f.maxLength]));
    const itself = Object.fromEntries([...limits.keys()].map((n) => [n, n]));
    const sample = createSubmission('sample', form.name, itself, 0);
    for (const { collection, fields } of recordsOf(sample)) {
      const most = Object.entries(fields).map(
        ([name, from]) => [name, limits.get(from) ?? 0] as const,
      );
      found.set(collection, new Map(most));
    }
  }
  return found;
}

/** Decides a write as firestore.rules does; `now` is the request's time. */
export function mayWrite(
  collection: string,
  before: Fields | undefined,
  after: Fields,
  now: string,
): boolean {
  const limits = collections.get(collection);
  if (!limits || after.timestamp?.timestampValue !== now) return false;
  return before ? isReplay(before, after) : isRecord(limits, after);
}

function isRecord(limits: ReadonlyMap<string, number>, after: Fields): boolean {
  return (
    Object.keys(after).length === limits.size + 1 &&
    [...limits].every(([name, most]) => isText(after[name], most))
  );
}

function isText(value: Value | undefined, most: number): boolean {
  const text = value?.stringValue;
  return typeof text === 'string' && text !== '' && text.length <= most;
}

function isReplay(before: Fields, after: Fields): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('timestamp');
  return [...names].every(
    (name) => JSON.stringify(before[name]) === JSON.stringify(after[name]),
  );
}
