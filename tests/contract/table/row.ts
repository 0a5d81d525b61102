import { collections } from '../../../src/node/server/firestore/rules.ts';

/** One request, its path below `documents`, and the status it must get. */
export interface Step {
  method: string;
  path: string;
  /** Text is sent as it stands, all else as JSON. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  status: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Documents by path, their fields as text, the timestamp as 'time'. */
export type Stored = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Requests to an empty database, and all that is stored afterwards. */
export interface Row {
  name: string;
  steps: readonly Step[];
  stored: Stored;
}

export function row(name: string, steps: readonly Step[], stored: Stored): Row {
  return { name, steps, stored };
}

/** The database that names in bodies speak of. */
export const database = 'projects/demo-contract/databases/(default)';

export const collectionNames = [...collections.keys()];

export function fieldsOf(collection: string) {
  const fields = collections.get(collection);
  if (!fields) throw new Error(`No collection ${collection}`);
  return fields;
}

/** The texts of a record that the rules accept. */
export function goodTexts(collection: string): Record<string, string> {
  return Object.fromEntries(
    [...fieldsOf(collection)].map(([name, { maxLength }]) => [
      name,
      `some ${name}`.slice(0, maxLength),
    ]),
  );
}

export function texts(values: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, { stringValue: text }]),
  );
}

export const good = goodTexts('waitlist');

export const requestTime = {
  fieldPath: 'timestamp',
  setToServerValue: 'REQUEST_TIME',
};

export function nameOf(path: string): string {
  return `${database}/documents/${path}`;
}

/** The write that the site makes, with its parts to be replaced. */
export function set(
  path: string,
  fields: Fields = texts(good),
  more: object = {},
): object {
  return {
    update: { name: nameOf(path), fields },
    updateTransforms: [requestTime],
    ...more,
  };
}

export function commit(status: number, ...writes: unknown[]): Step {
  return send(status, { writes });
}

/** A commit with any body. */
export function send(status: number, body?: unknown): Step {
  return { method: 'POST', path: ':commit', body, status };
}

export function kept(
  values: Readonly<Record<string, string>> = good,
): Stored[string] {
  return { ...values, timestamp: 'time' };
}
