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
  /** What says the same in the record of the same id, as `waitlist/email`. */
  copy: string | undefined;
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
  const [, required = '', other, theirs, ours] =
    /^isRecord\(\[([\w',]*)\],\[,*\]\)(?:&&isWith\('(\w+)','(\w+)','(\w+)'\))?$/.exec(
      condition.replace(text, ''),
    ) ?? [];
  if (!required) {
    throw new UserError(
      `firestore.rules, ${collection}: the local Firestore knows isRecord with texts, and isWith, alone.`,
    );
  }
  /** By the field, what says the same in the other record. */
  const copies: Readonly<Record<string, string>> = other
    ? { email: `${other}/email`, [`${ours}`]: `${other}/${theirs}` }
    : {};
  return new Map<string, Field>(
    [...condition.matchAll(text)].map(([, name = '', maxLength]) => [
      name,
      {
        maxLength: Number(maxLength),
        required: required.includes(`'${name}'`),
        copy: copies[name],
      },
    ]),
  );
}

/** What a commit finds, and what it is about to leave, at a path. */
export interface Around {
  before: Texts | undefined;
  after(path: string): Texts | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Decides a write as firestore.rules does; `now` is the request's time. */
export function mayWrite(
  path: string,
  { timestamp, ...submitted }: Fields,
  now: string,
  { before, after }: Around,
  known = collections,
): boolean {
  const [collection = '', id = '', ...below] = path.split('/');
  const fields = known.get(collection);
  if (!fields || below.length > 0) return false;
  if (timestamp?.timestampValue !== now) return false;
  if (before) return isReplay(before, submitted);
  return (
    uuid.test(id) &&
    Object.keys(submitted).every((name) => fields.has(name)) &&
    [...fields].every(([name, field]) => {
      const value = submitted[name];
      if (!value) return !field.required;
      const [other, theirs = ''] = field.copy?.split('/') ?? [];
      return (
        isText(name, value.stringValue, field.maxLength) &&
        (!other || after(`${other}/${id}`)?.[theirs] === value.stringValue)
      );
    })
  );
}

function isText(name: string, text: unknown, maxLength: number): boolean {
  return (
    typeof text === 'string' &&
    text !== '' &&
    text.length <= maxLength &&
    /^([^\p{Cc}]|[\t\n])*$/u.test(text) &&
    (name !== 'email' || /^[^\s\p{Z}]+@[^\s\p{Z}]+$/u.test(text))
  );
}

function isReplay(before: Texts, fields: Fields): boolean {
  const stored = Object.entries(before);
  return (
    Object.keys(fields).length === stored.length &&
    stored.every(([name, text]) => fields[name]?.stringValue === text)
  );
}
