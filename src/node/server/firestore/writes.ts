import { invalid, unimplemented } from './errors.ts';
import type { Fields } from './rules.ts';

/** A document's path and what it is to hold; not yet judged by the rules. */
type Write = readonly [path: string, fields: Fields | 'delete'];

/** Takes a commit's body; `now` is the request's time. */
export function parseWrites(body: string, now: string): Write[] {
  const { writes = [] } = objectOf(parse(body), ['writes']);
  return listOf(writes).map((write) => parseWrite(write, now));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    throw invalid();
  }
}

function parseWrite(value: unknown, now: string): Write {
  const write = objectOf(value, ['update', 'updateTransforms', 'delete']);
  if ('update' in write === 'delete' in write) throw invalid();
  if ('delete' in write) return [pathOf(write.delete), 'delete'];
  const { name, fields = {} } = objectOf(write.update, ['name', 'fields']);
  const times = listOf(write.updateTransforms ?? []).map(
    (transform) =>
      [parseTransform(transform), { timestampValue: now }] as const,
  );
  return [
    pathOf(name),
    { ...parseFields(fields), ...Object.fromEntries(times) },
  ];
}

/** Gives the name of the field that is to hold the request's time. */
function parseTransform(value: unknown): string {
  const known = ['fieldPath', 'setToServerValue'];
  const { fieldPath, setToServerValue } = objectOf(value, known);
  if (setToServerValue !== 'REQUEST_TIME') throw invalid();
  if (typeof fieldPath !== 'string') throw invalid();
  if (!/^[a-z_]\w*$/i.test(fieldPath)) throw unimplemented('path of fields');
  return fieldPath;
}

const documentName = /^projects\/[^/]+\/databases\/[^/]+\/documents\/(.+)$/;
const idBytes = 1500;

/** Takes a document's full name, gives its path below `documents`. */
function pathOf(name: unknown): string {
  const [, path = ''] = documentName.exec(String(name)) ?? [];
  const ids = path.split('/');
  const isId = (id: string) =>
    !/^(|\.|\.\.|__.*__)$/.test(id) && Buffer.byteLength(id) <= idBytes;
  if (ids.length % 2 === 0 && ids.every(isId)) return path;
  throw invalid(`Document name "${name}" is not one of a document.`);
}

const textBytes = 1_048_487;

/** Checks texts alone, since the rules allow no other kind of value. */
function parseFields(value: unknown): Fields {
  const fields = Object.entries(objectOf(value)).map(([name, given]) => {
    const held = objectOf(given);
    const { stringValue: text = '' } = held;
    const isText =
      typeof text === 'string' && Buffer.byteLength(text) <= textBytes;
    if (Object.keys(held).length !== 1 || !isText) throw invalid();
    return [name, held] as const;
  });
  return Object.fromEntries(fields);
}

/** Takes an object, whose keys are among the known ones, if they are given. */
function objectOf(
  value: unknown,
  known?: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid();
  }
  const keys = Object.keys(value);
  const strange = keys.find((key) => known && !known.includes(key));
  if (strange !== undefined) throw unimplemented(strange);
  return { ...value };
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid();
  return value;
}
