import { readFileSync } from 'node:fs';
import { UserError } from '../../user-error.ts';

/** A document's fields as they are stored: all but the timestamp are texts. */
export type Texts = Readonly<Record<string, string>>;
/** A document's fields as they are submitted, each `{ kind: value }`. */
export type Fields = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

interface Field {
  /** In characters. */
  maxLength: number;
  required: boolean;
}
/** Each collection's fields, by their names. */
type Collections = ReadonlyMap<string, ReadonlyMap<string, Field>>;

const file = new URL('../../../../firestore.rules', import.meta.url);
export const collections = readRules(readFileSync(file, 'utf8'));

/** Reads rules that are worded as ours are; throws where one is not. */
export function readRules(rules: string): Collections {
  const blocks = rules.matchAll(
    /match \/(\w+)\/\{id\}(?: \{\s+allow create: if ([^;]+);)?/g,
  );
  return new Map(
    [...blocks].map(([, collection = '', condition = '']) => [
      collection,
      readFields(collection, condition.replace(/\s/g, '')),
    ]),
  );
}

function readFields(collection: string, condition: string) {
  const text = /text\('(\w+)',(\d+)\)/g;
  const [, required = ''] =
    /^isRecord\(\[([\w',]*)\],\[,*\]\)$/.exec(condition.replace(text, '')) ??
    [];
  if (!required) {
    throw new UserError(
      `firestore.rules, ${collection}: the local Firestore knows isRecord with texts alone.`,
    );
  }
  return new Map(
    [...condition.matchAll(text)].map(([, name = '', maxLength]) => [
      name,
      {
        maxLength: Number(maxLength),
        required: required.includes(`'${name}'`),
      },
    ]),
  );
}

/** Decides a write as firestore.rules does; `now` is the request's time. */
export function mayWrite(
  path: string,
  before: Texts | undefined,
  { timestamp, ...submitted }: Fields,
  now: string,
  known = collections,
): boolean {
  const [collection = '', ...ids] = path.split('/');
  const fields = known.get(collection);
  if (!fields || ids.length !== 1) return false;
  if (timestamp?.timestampValue !== now) return false;
  return before ? isReplay(before, submitted) : isRecord(fields, submitted);
}

function isRecord(fields: ReadonlyMap<string, Field>, submitted: Fields) {
  return (
    Object.keys(submitted).every((name) => fields.has(name)) &&
    [...fields].every(([name, { maxLength, required }]) => {
      const value = submitted[name];
      if (!value) return !required;
      const text = value.stringValue;
      return (
        typeof text === 'string' && text !== '' && text.length <= maxLength
      );
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
