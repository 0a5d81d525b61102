import type { Records } from './records-file.ts';
import { type Fields, mayWrite, type Texts } from './rules.ts';
import { denied, parseWrites, unimplemented } from './writes.ts';

/** Takes a commit's body; stores all of its writes or, by throwing, none. */
export function commit(
  records: Records,
  body: string,
  isOwner: boolean,
): object {
  const now = new Date().toISOString();
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
  const committed = records.nextTime();
  if (erased.size === 0) {
    const lines = [...written].map(([timestamp, records]) => ({
      timestamp,
      committed,
      records,
    }));
    records.commit(...lines);
  } else {
    if (written.size > 0) throw unimplemented('deletion beside other writes');
    records.erase(erased);
  }
  const writeResults = writes.map(() => ({ updateTime: committed }));
  return { writeResults, commitTime: committed };
}

function textsOf({ timestamp: _, ...fields }: Fields): Texts {
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, String(value.stringValue)] as const,
  );
  return Object.fromEntries(texts);
}
