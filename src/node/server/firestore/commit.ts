import { denied, unimplemented } from './errors.ts';
import type { Records } from './records-file.ts';
import { type Fields, mayWrite, type Texts } from './rules.ts';
import { parseWrites } from './writes.ts';

/** Takes a commit's body; stores all of its writes or, by throwing, none. */
export function commit(
  records: Records,
  body: string,
  isOwner: boolean,
): object {
  const now = new Date().toISOString();
  const writes = parseWrites(body, now);
  if (writes.length === 0) return {};
  const written: { [path: string]: Texts } = {};
  // As in Firestore, the rules judge each document once, after its last write.
  const erased = new Set<string>();
  for (const [path, fields] of new Map(writes)) {
    if (fields === 'delete') {
      if (!isOwner) throw denied();
      erased.add(path);
      continue;
    }
    const before = records.get(path)?.fields;
    if (!mayWrite(path, before, fields, now)) throw denied();
    written[path] = textsOf(fields);
  }
  const committed = records.nextTime();
  if (erased.size === 0) {
    records.commit({ timestamp: now, committed, records: written });
  } else {
    const isMixed = Object.keys(written).length > 0;
    if (isMixed) throw unimplemented('deletion beside other writes');
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
