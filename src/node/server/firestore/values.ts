import type { Fields, Value } from './access.ts';
import { isName, placeOf } from './names.ts';
import { invalid } from './refusal.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Takes an object with no keys but these; what is null counts as absent. */
export function objectOf(value: unknown, keys?: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid();
  }
  const entries = Object.entries(value);
  if (keys && !entries.every(([key]) => keys.includes(key))) throw invalid();
  return Object.fromEntries(entries.filter(([, held]) => held !== null));
}

export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid();
  return value;
}

/** Takes text as protocol buffers do: numbers and booleans are text too. */
export function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (!/^(string|number|boolean)$/.test(typeof value)) throw invalid();
  return String(value);
}

/** Takes a document's fields; throws where Firestore has no such values. */
export function fieldsOf(value: unknown): Fields {
  const fields = Object.entries(value === undefined ? {} : asMap(value));
  return Object.fromEntries(
    fields.map(([name, given]) => {
      if (!isName(name)) throw invalid(`Field name "${name}" is reserved.`);
      return [name, readValue(given)];
    }),
  );
}

/** Keeps `null`, which is no value. */
function asMap(value: unknown): object {
  objectOf(value);
  return value as object;
}

const longestText = 1_048_487;
const integer = /^-?\d+$/;
const double = /^(-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|NaN|-?Infinity)$/i;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const base64 = /^[\w+/-]*={0,2}$/;

const matches = (pattern: RegExp) => (value: unknown) =>
  pattern.test(textOf(value));

/** Each kind of value with its check; all but text is refused by the rules. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  nullValue: () => true,
  booleanValue: matches(/^(true|false)$/),
  integerValue: matches(integer),
  doubleValue: matches(double),
  timestampValue: matches(time),
  stringValue: (value) => Buffer.byteLength(textOf(value)) <= longestText,
  bytesValue: matches(base64),
  referenceValue: (value) => placeOf(textOf(value)).path !== '',
  geoPointValue: isGeoPoint,
  arrayValue: isArray,
  mapValue: (value) => {
    const { fields } = objectOf(value, ['fields']);
    return fieldsOf(fields) !== undefined;
  },
};

function readValue(given: unknown): Value {
  const [[kind, value] = ['', null], ...more] = Object.entries(asMap(given));
  const check = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!check || more.length > 0) throw invalid();
  if (value === null && kind !== 'nullValue') throw invalid();
  if (!check(value)) throw invalid();
  return kind === 'stringValue'
    ? { stringValue: textOf(value) }
    : { ...(given as Value) };
}

function isGeoPoint(value: unknown): boolean {
  const { latitude, longitude } = objectOf(value, ['latitude', 'longitude']);
  return within(latitude, 90) && within(longitude, 180);
}

function within(value: unknown, most: number): boolean {
  return (
    double.test(textOf(value ?? 0)) && Math.abs(Number(value ?? 0)) <= most
  );
}

/** Firestore holds no list directly in a list. */
function isArray(value: unknown): boolean {
  const { values } = objectOf(value, ['values']);
  return listOf(values).every(
    (item) => !Object.hasOwn(readValue(item), 'arrayValue'),
  );
}
