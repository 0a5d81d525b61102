import type { Records } from './records-file.ts';
import { type Fields, mayWrite, type Texts } from './rules.ts';

/** An error that Firestore answers with. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

export const denied = () =>
  new Refusal(403, 'PERMISSION_DENIED', 'No matching allow statements');
export const invalid = (why = "Payload isn't valid for request.") =>
  new Refusal(400, 'INVALID_ARGUMENT', why);
export const unimplemented = (what: string) =>
  new Refusal(501, 'UNIMPLEMENTED', `The local Firestore has no ${what}.`);

/** Takes a commit's body; stores all of its writes or, by throwing, none. */
export function commit(
  records: Records,
  body: string,
  isOwner: boolean,
): object {
  const now = records.nextTime();
  const writes = parseWrites(body, now);
  if (writes.length === 0) return {};
  /** By timestamp; only the owner brings records of other times back. */
  const written = new Map<string, { [path: string]: Texts }>();
  // As in Firestore, the rules judge each document once, after its last write.
  const erased = new Set<string>();
  const last = new Map(writes);
  const after = (path: string) => {
    const fields = last.get(path);
    if (fields) return fields === 'delete' ? undefined : textsOf(fields);
    return records.get(path)?.fields;
  };
  for (const [path, fields] of last) {
    if (fields === 'delete') {
      if (!isOwner) throw denied();
      erased.add(path);
      continue;
    }
    const around = { before: records.get(path)?.fields, after };
    if (!isOwner && !mayWrite(path, fields, now, around)) throw denied();
    const timestamp = String(fields.timestamp?.timestampValue ?? now);
    const batch = written.get(timestamp) ?? {};
    written.set(timestamp, { ...batch, [path]: textsOf(fields) });
  }
  if (erased.size > 0) {
    if (written.size > 0) throw unimplemented('deletion beside other writes');
    records.erase(erased);
  } else {
    const batches = [...written].map(([timestamp, records]) => {
      return { timestamp, committed: now, records };
    });
    records.commit(...batches);
  }
  const writeResults = writes.map(() => ({ updateTime: now }));
  return { writeResults, commitTime: now };
}

function textsOf({ timestamp: _, ...fields }: Fields): Texts {
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, String(value.stringValue)] as const,
  );
  return Object.fromEntries(texts);
}

/** A document's path and what it is to hold; not yet judged by the rules. */
type Write = readonly [path: string, fields: Fields | 'delete'];

/** A write as a client sends it, if it is well-formed. */
interface RestWrite {
  update: { name: string; fields?: Fields };
  updateTransforms?: { fieldPath: string; setToServerValue: string }[];
  delete?: string;
}

/** Takes a commit's body; `now` is the request's time. */
function parseWrites(body: string, now: string): Write[] {
  try {
    const commit: { writes?: RestWrite[] } = JSON.parse(body || '{}');
    const { writes = [] } = checkKeys(commit, 'writes');
    return writes.map((write) => parseWrite(write, now));
  } catch (error) {
    throw error instanceof Refusal ? error : invalid();
  }
}

function parseWrite(value: RestWrite, now: string): Write {
  const write = checkKeys(value, 'update', 'updateTransforms', 'delete');
  if (write.delete) return [pathOf(write.delete), 'delete'];
  const { name, fields = {} } = checkKeys(write.update, 'name', 'fields');
  const isObject = (field: unknown) => Object(field) === field;
  if (![fields, ...Object.values(fields)].every(isObject)) throw invalid();
  const times = (write.updateTransforms ?? []).map((transform) => {
    checkKeys(transform, 'fieldPath', 'setToServerValue');
    if (transform.setToServerValue !== 'REQUEST_TIME') throw invalid();
    return [transform.fieldPath, { timestampValue: now }] as const;
  });
  return [pathOf(name), { ...fields, ...Object.fromEntries(times) }];
}

const documentName =
  /^projects\/[^/]+\/databases\/[^/]+\/documents\/([^/]+\/[^/]+(?:\/[^/]+\/[^/]+)*)$/;

/** Takes a document's full name, returns its path below `documents`. */
function pathOf(name: string): string {
  const [, path] = documentName.exec(String(name)) ?? [];
  if (path) return path;
  throw invalid(`Document name "${name}" is not one of a document.`);
}

/** Takes an object, all of whose keys must be among the known ones. */
function checkKeys<T extends object>(value: T, ...known: string[]): T {
  const strange = Object.keys(value).find((key) => !known.includes(key));
  if (strange !== undefined) throw unimplemented(strange);
  return value;
}
