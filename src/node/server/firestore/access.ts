import { forms } from '../../../forms/forms.ts';
import { recordsOf } from '../../../outbox/records.ts';
import { createSubmission } from '../../../outbox/submission.ts';

/** A document's fields as they are stored: all but the timestamp are texts. */
export type Texts = Readonly<Record<string, string>>;
/** A document's fields as they are handed in, each `{ kind: value }`. */
export type Fields = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

type Limits = ReadonlyMap<string, number>;

/** Each collection's fields with the most characters each may hold. */
export const collections: ReadonlyMap<string, Limits> = readCollections();

/** Follows each form field through to the record, so limits are said once. */
function readCollections() {
  const found = new Map<string, Limits>();
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
  path: string,
  before: Texts | undefined,
  { timestamp, ...fields }: Fields,
  now: string,
): boolean {
  const [collection = '', ...ids] = path.split('/');
  const limits = collections.get(collection);
  if (!limits || ids.length !== 1) return false;
  if (timestamp?.timestampValue !== now) return false;
  return before ? isReplay(before, fields) : isRecord(limits, fields);
}

function isRecord(limits: Limits, fields: Fields): boolean {
  return (
    Object.keys(fields).length === limits.size &&
    [...limits].every(([name, most]) => {
      const text = fields[name]?.stringValue;
      return typeof text === 'string' && text !== '' && text.length <= most;
    })
  );
}

function isReplay(before: Texts, fields: Fields): boolean {
  const stored = Object.entries(before);
  return (
    Object.keys(fields).length === stored.length &&
    stored.every(([name, text]) => fields[name]?.stringValue === text)
  );
}
