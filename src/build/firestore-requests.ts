import type { Fields, Value } from './firestore-access.ts';

/** A write as Firestore's REST interface spells it. */
export interface Write {
  update?: { name: string; fields?: Fields };
  delete?: string;
  transform?: unknown;
  updateMask?: { fieldPaths?: string[] };
  updateTransforms?: { fieldPath: string; setToServerValue?: string }[];
  currentDocument?: { exists?: boolean; updateTime?: string };
}

export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

export const denied = (why = 'No matching allow statements') =>
  new Refusal(403, 'PERMISSION_DENIED', why);
export const invalid = (why: string) =>
  new Refusal(400, 'INVALID_ARGUMENT', why);

const valueKinds = new Set([
  'nullValue',
  'booleanValue',
  'integerValue',
  'doubleValue',
  'timestampValue',
  'stringValue',
  'bytesValue',
  'referenceValue',
  'geoPointValue',
  'arrayValue',
  'mapValue',
]);

/** Takes a request's body, gives its JSON; an empty body is an empty object. */
export function parseBody(body: string): Record<string, unknown> {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Told below.
  }
  throw invalid("Payload isn't valid for request.");
}

/** Takes a commit's body, gives its writes; throws where they are malformed. */
export function parseWrites(body: Record<string, unknown>): Write[] {
  const { writes = [] } = body;
  if (!Array.isArray(writes) || !writes.every(isWrite)) {
    throw invalid("Payload isn't valid for request.");
  }
  return writes;
}

function isWrite(write: unknown): write is Write {
  if (!isObject(write)) return false;
  const { update } = write as Write;
  return (
    update === undefined ||
    (isObject(update) &&
      typeof update.name === 'string' &&
      areFields(update.fields ?? {}))
  );
}

export function areFields(fields: unknown): fields is Fields {
  return (
    isObject(fields) &&
    Object.values(fields).every(
      (value) => isObject(value) && Object.keys(value).every(isValueKind),
    )
  );
}

function isValueKind(kind: string): boolean {
  return valueKinds.has(kind);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Takes a document's full name, gives its path below `documents/`. */
export function pathOf(name: string): string {
  const match = /^projects\/[^/]+\/databases\/[^/]+\/documents\/(.+)$/.exec(
    name,
  );
  if (!match?.[1]) throw invalid(`Document name "${name}" is not complete.`);
  return match[1];
}

/** The document after a write, before anyone has judged it. */
export function applyWrite(
  write: Write,
  before: Fields | undefined,
  now: string,
): Fields {
  const given = write.update?.fields ?? {};
  const masked = write.updateMask?.fieldPaths;
  const after: Record<string, Value> = masked ? { ...before } : { ...given };
  for (const name of masked ?? []) {
    const value = given[name];
    if (value) after[name] = value;
    else delete after[name];
  }
  for (const { fieldPath, setToServerValue } of write.updateTransforms ?? []) {
    if (setToServerValue !== 'REQUEST_TIME') throw denied();
    after[fieldPath] = { timestampValue: now };
  }
  return after;
}
