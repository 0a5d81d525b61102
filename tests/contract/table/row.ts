import { collections } from '../../../src/node/server/firestore/rules.ts';

/** One request, its path below `documents`, and the status it must get. */
export interface Step {
  method: string;
  path: string;
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

export const fieldsOf = (collection: string) =>
  collections.get(collection) ?? new Map<never, never>();

/** A submission's id, which is the id of its records. */
export const id = idOf(1);

export function idOf(number: number): string {
  return `0a1b2c3d-4e5f-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The texts of a record that the rules accept. */
export function goodTexts(collection: string): Record<string, string> {
  const text = (name: string) => (name === 'email' ? 'a@b.co' : `some ${name}`);
  return Object.fromEntries(
    [...fieldsOf(collection)].map(([name, { maxLength }]) => [
      name,
      text(name).slice(0, maxLength),
    ]),
  );
}

/** The other record of a sign-up that has these texts, where it needs one. */
export function otherHalf(
  collection: string,
  values: Readonly<Record<string, string>>,
): Record<string, Record<string, string>> {
  const places: Record<string, Record<string, string>> = {};
  for (const [name, { copy }] of fieldsOf(collection)) {
    const [other, field] = copy?.split('/') ?? [];
    if (!other || !field) continue;
    const text = { [field]: values[name] ?? '' };
    places[`${other}/${id}`] = { ...places[`${other}/${id}`], ...text };
  }
  return places;
}

export function texts(values: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, { stringValue: text }]),
  );
}

/** A record that the rules accept alone, and where it is. */
export const good = goodTexts('careers');
export const path = `careers/${id}`;

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
  return { method: 'POST', path: ':commit', body: { writes }, status };
}

export const owner = { authorization: 'Bearer owner' };

/** A commit that the rules do not judge. */
export function ownersCommit(...writes: unknown[]): Step {
  return { ...commit(200, ...writes), headers: owner };
}

export function kept(
  values: Readonly<Record<string, string>> = good,
): Stored[string] {
  return { ...values, timestamp: 'time' };
}
