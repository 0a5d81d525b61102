import type { Fields, Value } from './access.ts';
import { fieldPath, type Place, placeOf } from './names.ts';
import { invalid } from './refusal.ts';
import { fieldsOf, type Json, listOf, objectOf, textOf } from './values.ts';

/** One write of a commit, well-formed but not yet judged. */
export interface Write extends Place {
  /** Neither `delete` nor `verify` is ever allowed. */
  kind: 'set' | 'delete' | 'verify';
  fields: Fields;
  /** The fields that are set, each by its path; absent, all are. */
  mask?: readonly string[][];
  transforms: readonly Transform[];
  /** What must hold of the document before. */
  precondition: { exists?: boolean; updateTime?: string };
}

export interface Transform {
  path: readonly string[];
  toRequestTime: boolean;
}

/** Takes a request's body, gives its JSON; an empty body is an empty object. */
export function parseBody(body: string): Json {
  if (body.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalid();
  }
  return objectOf(value);
}

/** Takes a commit's body, gives its writes; throws where one is malformed. */
export function parseWrites(body: Json): Write[] {
  const { writes, transaction } = objectOf(body, ['writes', 'transaction']);
  if (transaction) throw invalid('Invalid transaction.');
  return listOf(writes).map(parseWrite);
}

const operations = ['update', 'delete', 'verify', 'transform'];
const options = ['updateMask', 'updateTransforms', 'currentDocument'];

function parseWrite(value: unknown): Write {
  const write = objectOf(value, [...operations, ...options]);
  const [operation, ...more] = operations.filter((name) => name in write);
  if (more.length > 0) throw invalid();
  const { updateMask, updateTransforms, currentDocument } = write;
  const precondition = parsePrecondition(currentDocument);
  if (operation === 'update') {
    const mask = updateMask && { mask: parseMask(updateMask) };
    const transforms = listOf(updateTransforms).map(parseTransform);
    return {
      kind: 'set',
      ...parseDocument(write.update),
      ...(mask || {}),
      transforms,
      precondition,
    };
  }
  if (updateMask || updateTransforms) {
    throw invalid('Only an update has a mask or transforms.');
  }
  const nothing = { fields: {}, mask: [], transforms: [], precondition };
  if (operation === 'transform') {
    return { kind: 'set', ...nothing, ...parseTransforms(write.transform) };
  }
  if (operation !== 'delete' && operation !== 'verify') {
    throw invalid('empty write operation');
  }
  if (operation === 'verify' && !currentDocument) {
    throw invalid('a verify must contain a precondition');
  }
  return { kind: operation, ...nothing, ...placeOf(textOf(write[operation])) };
}

function parseDocument(value: unknown): Place & { fields: Fields } {
  const keys = ['name', 'fields', 'createTime', 'updateTime'];
  const { name, fields } = objectOf(value, keys);
  return { ...placeOf(textOf(name)), fields: fieldsOf(fields) };
}

/** The older spelling of transforms, as a write of its own. */
function parseTransforms(value: unknown) {
  const keys = ['document', 'fieldTransforms'];
  const { document, fieldTransforms } = objectOf(value, keys);
  const transforms = listOf(fieldTransforms).map(parseTransform);
  if (transforms.length === 0) throw invalid('No transforms.');
  return { ...placeOf(textOf(document)), transforms };
}

function parseMask(value: unknown): string[][] {
  const { fieldPaths } = objectOf(value, ['fieldPaths']);
  return listOf(fieldPaths).map(fieldPath);
}

const transformKinds = [
  'setToServerValue',
  'increment',
  'maximum',
  'minimum',
  'appendMissingElements',
  'removeAllFromArray',
];

function parseTransform(value: unknown): Transform {
  const given = objectOf(value, ['fieldPath', ...transformKinds]);
  const [kind, ...more] = transformKinds.filter((name) => name in given);
  if (!kind || more.length > 0) throw invalid();
  if (/^(increment|maximum|minimum)$/.test(kind)) checkNumber(given[kind]);
  const toRequestTime = kind === 'setToServerValue';
  if (toRequestTime && !isRequestTime(given[kind])) throw invalid();
  return { path: fieldPath(given.fieldPath), toRequestTime };
}

function checkNumber(value: unknown): void {
  const number = objectOf(value, ['integerValue', 'doubleValue']);
  fieldsOf({ number });
}

/** Protocol buffers know an enumeration's members by number too. */
function isRequestTime(value: unknown): boolean {
  return value === 'REQUEST_TIME' || value === 1;
}

function parsePrecondition(value: unknown): Write['precondition'] {
  if (value === undefined) return {};
  const { exists, updateTime } = objectOf(value, ['exists', 'updateTime']);
  if (exists !== undefined && updateTime !== undefined) throw invalid();
  if (exists !== undefined) {
    if (!/^(true|false)$/.test(textOf(exists))) throw invalid();
    return { exists: textOf(exists) === 'true' };
  }
  if (updateTime === undefined) return {};
  if (Number.isNaN(Date.parse(textOf(updateTime)))) throw invalid();
  return { updateTime: textOf(updateTime) };
}

/** The document after a write, before anyone has judged it. */
export function applyWrite(
  write: Write,
  before: Fields | undefined,
  now: string,
): Fields {
  const { fields, mask, transforms } = write;
  const after: Record<string, Value> = mask ? { ...before } : { ...fields };
  for (const [name = '', ...deeper] of mask ?? []) {
    const value = fields[name];
    if (value) after[name] = value;
    else if (deeper.length === 0) delete after[name];
  }
  for (const { path, toRequestTime } of transforms) {
    const [name = '', ...deeper] = path;
    after[name] =
      toRequestTime && deeper.length === 0 ? { timestampValue: now } : notText;
  }
  return after;
}

/** Stands for whatever other transforms give; the rules refuse it anyway. */
const notText: Value = { nullValue: null };
