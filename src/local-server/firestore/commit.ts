import type { Database } from './records-file.ts';
import { type Fields, isWriteAllowed, type TextFields } from './rules.ts';

export class FirestoreError extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

export const createPermissionError = () =>
  new FirestoreError(403, 'PERMISSION_DENIED', 'No matching allow statements');
export const createArgumentError = (
  message = "Payload isn't valid for request.",
) => new FirestoreError(400, 'INVALID_ARGUMENT', message);
export const createUnimplementedError = (feature: string) =>
  new FirestoreError(501, 'UNIMPLEMENTED', `No ${feature} in this Firestore.`);

/**
 * The rules call getAfter() for each record, and Firestore allows 20 of these calls in
 * a request. Google's emulator does not count them.
 */
const maxRecordsPerCommit = 20;

/** Applies all writes of a commit's body, or throws and applies none. */
export function commit(records: Database, body: string, isOwner: boolean) {
  const commitTime = records.nextTime();
  const writes = parseWrites(body, commitTime);
  if (writes.length === 0) return {};

  // As in Firestore, the rules check each document once, after its last write.
  const writesByPath = new Map(writes);
  if (!isOwner) checkRules(records, writesByPath, commitTime);

  applyWrites(records, writesByPath, commitTime);
  const writeResults = writes.map(() => ({ updateTime: commitTime }));
  return { writeResults, commitTime };
}

type WritesByPath = ReadonlyMap<string, Fields | 'delete'>;

/** Throws if the rules refuse a write. Visitors may delete nothing. */
function checkRules(
  records: Database,
  writes: WritesByPath,
  commitTime: string,
): void {
  if (writes.size > maxRecordsPerCommit) throw createPermissionError();

  const readAfterCommit = (path: string) => {
    const write = writes.get(path);
    if (write === 'delete') return undefined;
    return write ? toTexts(write) : records.get(path)?.fields;
  };
  for (const [path, fields] of writes) {
    if (fields === 'delete') throw createPermissionError();

    const before = records.get(path)?.fields;
    const documents = { before, after: readAfterCommit };
    if (!isWriteAllowed(path, fields, commitTime, documents))
      throw createPermissionError();
  }
}

function applyWrites(
  records: Database,
  writes: WritesByPath,
  commitTime: string,
): void {
  const erasedPaths = new Set<string>();
  // Groups the records by timestamp. Only a restore has timestamps other than `commitTime`.
  const recordsByTime = new Map<string, { [path: string]: TextFields }>();
  for (const [path, fields] of writes) {
    if (fields === 'delete') {
      erasedPaths.add(path);
      continue;
    }
    const timestamp = String(fields.timestamp?.timestampValue ?? commitTime);
    const group = recordsByTime.get(timestamp) ?? {};
    recordsByTime.set(timestamp, { ...group, [path]: toTexts(fields) });
  }

  if (erasedPaths.size > 0) {
    if (recordsByTime.size > 0)
      throw createUnimplementedError('deletions beside other writes');
    records.erase(erasedPaths);
    return;
  }

  const batches = [...recordsByTime].map(([timestamp, records]) => {
    return { timestamp, committed: commitTime, records };
  });
  records.commit(...batches);
}

function toTexts({ timestamp: _, ...fields }: Fields): TextFields {
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, String(value.stringValue)] as const,
  );
  return Object.fromEntries(texts);
}

type Write = readonly [path: string, fields: Fields | 'delete'];

interface RestWrite {
  update: { name: string; fields?: Fields };
  updateTransforms?: { fieldPath: string; setToServerValue: string }[];
  delete?: string;
}

function parseWrites(body: string, now: string): Write[] {
  try {
    const commit: { writes?: RestWrite[] } = JSON.parse(body || '{}');
    const { writes = [] } = checkKeys(commit, 'writes');
    return writes.map((write) => parseWrite(write, now));
  } catch (error) {
    throw error instanceof FirestoreError ? error : createArgumentError();
  }
}

function parseWrite(value: RestWrite, now: string): Write {
  const write = checkKeys(value, 'update', 'updateTransforms', 'delete');
  if (write.delete) return [parsePath(write.delete), 'delete'];

  const { name, fields = {} } = checkKeys(write.update, 'name', 'fields');
  const isObject = (field: unknown) => Object(field) === field;
  if (![fields, ...Object.values(fields)].every(isObject))
    throw createArgumentError();

  const times = (write.updateTransforms ?? []).map((transform) => {
    checkKeys(transform, 'fieldPath', 'setToServerValue');
    if (transform.setToServerValue !== 'REQUEST_TIME')
      throw createArgumentError();
    return [transform.fieldPath, { timestampValue: now }] as const;
  });
  return [parsePath(name), { ...fields, ...Object.fromEntries(times) }];
}

const documentNamePattern =
  /^projects\/[^/]+\/databases\/[^/]+\/documents\/([^/]+\/[^/]+(?:\/[^/]+\/[^/]+)*)$/;

function parsePath(name: string): string {
  const [, path] = documentNamePattern.exec(String(name)) ?? [];
  if (path) return path;
  throw createArgumentError(`"${name}" is not the name of a document.`);
}

/** Returns the object. Throws if the object has an unknown key. */
function checkKeys<T extends object>(value: T, ...known: string[]): T {
  const unknownKey = Object.keys(value).find((key) => !known.includes(key));
  if (unknownKey !== undefined) throw createUnimplementedError(unknownKey);
  return value;
}
