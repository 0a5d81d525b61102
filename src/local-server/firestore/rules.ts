import { readFileSync } from 'node:fs';
import { UserError } from '../../node/user-error.ts';

export type TextFields = Readonly<Record<string, string>>;
/** The submitted fields of a document. Each value is `{ type: value }`. */
export type Fields = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

interface Field {
  /** Maximum length in UTF-16 code units. */
  maxLength: number;
  required: boolean;
  /** The field of the record with this id in another collection that must be equal. */
  matchingField: { collection: string; field: string } | undefined;
}
type Collections = ReadonlyMap<string, ReadonlyMap<string, Field>>;

const file = new URL('../../../firestore.rules', import.meta.url);
const rulesText = readFileSync(file, 'utf8');
export const collections = parseRules(rulesText);
const closedCollections = findClosedCollections(rulesText);

/** Parses firestore.rules. Throws if the file contains an unsupported rule. */
export function parseRules(rules: string): Collections {
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

/**
 * Returns the collections that accept no new record. An owner closes a collection by
 * writing `false &&` before its condition, and reads its records as before.
 */
export function findClosedCollections(rules: string): ReadonlySet<string> {
  const matches = rules.matchAll(
    /match \/(\w+)\/\{id\} \{\s+allow create: if false && /g,
  );
  return new Set([...matches].map(([, collection = '']) => collection));
}

function readFields(collection: string, condition: string) {
  const textPattern = /text\('(\w+)',(\d+)\)/g;
  const [, required = '', other, otherField, field] =
    /^isRecord\(\[([\w',]*)\],\[,*\]\)(?:&&hasMatchIn\('(\w+)','(\w+)','(\w+)'\))?$/.exec(
      condition.replace(/^false&&/, '').replace(textPattern, ''),
    ) ?? [];
  if (!required) {
    throw new UserError(
      `firestore.rules, ${collection}: the local Firestore supports only isRecord with text(), and hasMatchIn.`,
    );
  }
  const matchingFields: Record<string, Field['matchingField']> = {};
  if (other && otherField && field) {
    matchingFields.email = { collection: other, field: 'email' };
    matchingFields[field] = { collection: other, field: otherField };
  }

  return new Map<string, Field>(
    [...condition.matchAll(textPattern)].map(([, name = '', maxLength]) => [
      name,
      {
        maxLength: Number(maxLength),
        required: required.includes(`'${name}'`),
        matchingField: matchingFields[name],
      },
    ]),
  );
}

export interface BeforeAndAfter {
  before: TextFields | undefined;
  after(path: string): TextFields | undefined;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks a write against firestore.rules. `now` is the time of the request. */
export function isWriteAllowed(
  path: string,
  { timestamp, ...submitted }: Fields,
  now: string,
  { before, after }: BeforeAndAfter,
  known = collections,
): boolean {
  const [collection = '', id = '', ...rest] = path.split('/');
  const fields = known.get(collection);
  if (!fields || rest.length > 0) return false;
  if (timestamp?.timestampValue !== now) return false;
  if (before) return isReplay(before, submitted);

  if (closedCollections.has(collection) || !uuidPattern.test(id)) return false;
  if (!Object.keys(submitted).every((name) => fields.has(name))) return false;

  return [...fields].every(([name, field]) => {
    const value = submitted[name];
    if (!value) return !field.required;

    const text = value.stringValue;
    if (!isText(name, text, field.maxLength)) return false;
    if (!field.matchingField) return true;
    const { collection: other, field: otherField } = field.matchingField;
    return after(`${other}/${id}`)?.[otherField] === text;
  });
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

function isReplay(before: TextFields, fields: Fields): boolean {
  const storedEntries = Object.entries(before);
  return (
    Object.keys(fields).length === storedEntries.length &&
    storedEntries.every(([name, text]) => fields[name]?.stringValue === text)
  );
}
