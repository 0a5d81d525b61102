import {
  collections,
  type TextFields,
} from '../../../src/local-server/firestore/rules.ts';

/** A request, with its path below `documents`, and the expected status. */
export interface Step {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  status: number;
}

/** A document's fields in the format of Firestore's REST API. */
export type Fields = Readonly<Record<string, unknown>>;

/** Maps paths of documents to their texts. The timestamps are left out. */
export type Stored = Readonly<Record<string, TextFields>>;

/** Requests to an empty database, and all records that they must store. */
export interface Row {
  name: string;
  steps: readonly Step[];
  stored: Stored;
}

export const database = 'projects/demo-contract/databases/(default)';

export const collectionNames = [...collections.keys()];

export function getFieldRules(collection: string) {
  const fields = collections.get(collection);
  if (!fields) throw new Error(`The rules have no collection ${collection}`);
  return fields;
}

/** A valid id of a submission and of its records. */
export const someId = createId(1);

export function createId(number: number): string {
  return `0a1b2c3d-4e5f-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Returns the texts of a record that the rules accept. */
export function createValidTexts(collection: string): Record<string, string> {
  const entries = [...getFieldRules(collection)].map(
    ([name, { maxLength }]) => {
      const text = name === 'email' ? 'a@b.co' : `some ${name}`;
      return [name, text.slice(0, maxLength)];
    },
  );
  return Object.fromEntries(entries);
}

/** Leaves out fields that may be empty, so that a new field changes no snapshot. */
export function createRequiredTexts(
  collection: string,
): Record<string, string> {
  const isRequired = (name: string) =>
    getFieldRules(collection).get(name)?.required;
  const entries = Object.entries(createValidTexts(collection));
  return Object.fromEntries(entries.filter(([name]) => isRequired(name)));
}

/** Returns the records that the rules require beside a record, as of a sign-up. */
export function createMatchingRecords<Value>(
  collection: string,
  values: Readonly<Record<string, Value>>,
): Record<string, Record<string, Value>> {
  const records: Record<string, Record<string, Value>> = {};
  for (const [name, { matchingField }] of getFieldRules(collection)) {
    const value = values[name];
    if (!matchingField || value === undefined) continue;

    const path = `${matchingField.collection}/${someId}`;
    records[path] = { ...records[path], [matchingField.field]: value };
  }
  return records;
}

export function createFields(values: TextFields): Fields {
  const entries = Object.entries(values).map(([field, text]) => {
    return [field, { stringValue: text }];
  });
  return Object.fromEntries(entries);
}

/** The texts of a valid record of a form that writes only one record. */
export const careersTexts = createValidTexts('careers');
const careersFields = createFields(careersTexts);
export const careersPath = `careers/${someId}`;

export const timeTransform = {
  fieldPath: 'timestamp',
  setToServerValue: 'REQUEST_TIME',
};

export function getDocumentName(path: string, at = database): string {
  return `${at}/documents/${path}`;
}

/** Returns a write with a server timestamp, like the writes of the site. */
export function createWrite(
  path: string,
  fields: Fields = careersFields,
  at = database,
) {
  const update = { name: getDocumentName(path, at), fields };
  return { update, updateTransforms: [timeTransform] };
}

export function createWrites(records: Stored): object[] {
  return Object.entries(records).map(([path, values]) =>
    createWrite(path, createFields(values)),
  );
}

export function commit(status: number, ...writes: unknown[]): Step {
  return { method: 'POST', path: ':commit', body: { writes }, status };
}

/** Returns a commit by the owner, to which the rules do not apply. */
export function commitAsOwner(...writes: unknown[]): Step {
  const headers = { authorization: 'Bearer owner' };
  return { ...commit(200, ...writes), headers };
}
