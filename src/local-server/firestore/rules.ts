import { rules } from '../../rules/known-fields.ts';
import type { ParsedRules } from '../../rules/parse-rules.js';

export type TextFields = Readonly<Record<string, string>>;
/** The submitted fields of a document. Each value is `{ type: value }`. */
export type Fields = Readonly<
  Record<string, Readonly<Record<string, unknown>>>
>;

interface Field {
  /** Maximum length in UTF-16 code units. */
  maxLength: number;
  required: boolean;
  /**
   * A field in another collection. The record with the same id there must have the
   * same text in that field.
   */
  matchingField: { collection: string; field: string } | undefined;
}
type Collections = ReadonlyMap<string, ReadonlyMap<string, Field>>;

export const collections = readCollections(rules);

/** Returns the fields of each collection by name. */
export function readCollections({ collections }: ParsedRules): Collections {
  return new Map(
    Object.entries(collections).map(([name, { limits, required, match }]) => {
      const matchingFields: Record<string, Field['matchingField']> = {};
      if (match) {
        const { collection, otherField, field } = match;
        matchingFields.email = { collection, field: 'email' };
        matchingFields[field] = { collection, field: otherField };
      }

      const fields = new Map<string, Field>();
      for (const [fieldName, maxLength] of Object.entries(limits)) {
        fields.set(fieldName, {
          maxLength,
          // hasMatchIn refuses a record that lacks a field that it compares.
          required: required.includes(fieldName) || fieldName in matchingFields,
          matchingField: matchingFields[fieldName],
        });
      }
      return [name, fields];
    }),
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

  if (rules.closed.includes(collection) || !uuidPattern.test(id)) return false;
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
