import { type Fields, mayWrite } from './access.ts';
import type { Record, Records } from './records.ts';
import { denied, invalid, Refusal } from './refusal.ts';
import { applyWrite, type Write } from './requests.ts';

/** What a batch makes of one document, however often it writes to it. */
interface Change {
  before: Fields | undefined;
  after: Fields;
  /** The precondition of the first write to it. */
  precondition: Write['precondition'];
}

/**
 * Commits the writes, all of them or none. As in Firestore, the rules judge
 * each document once, as it was before the batch and as it is after; only
 * then are preconditions looked at.
 */
export function commit(records: Records, writes: readonly Write[]): object {
  if (writes.length === 0) return {};
  const now = new Date().toISOString();
  const changes = changesOf(records, writes, now);
  for (const [path, change] of changes) judge(path, change, now);
  for (const [path, { precondition }] of changes) {
    checkPrecondition(precondition, path, records.get(path));
  }
  const committed = new Date().toISOString();
  const written = [...changes].map(([path, { after }]) => ({
    path,
    fields: textsOf(after),
  }));
  records.commit(written, now, committed);
  return {
    writeResults: writes.map(({ transforms }) => ({
      updateTime: committed,
      ...(transforms.length > 0 && {
        transformResults: transforms.map(() => ({ timestampValue: now })),
      }),
    })),
    commitTime: committed,
  };
}

function changesOf(
  records: Records,
  writes: readonly Write[],
  now: string,
): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const write of writes) {
    if (write.kind !== 'set') throw denied();
    const { path, precondition } = write;
    const earlier = changes.get(path);
    if (earlier && precondition.exists === false) {
      throw invalid('Cannot upsert then insert an entity in one request.');
    }
    const before = fieldsOf(records.get(path));
    const after = applyWrite(write, earlier ? earlier.after : before, now);
    changes.set(path, { before, precondition, ...earlier, after });
  }
  return changes;
}

/** A precondition tells the rules whether to take it for a new document. */
function judge(
  path: string,
  { before, after, precondition }: Change,
  now: string,
): void {
  const { exists, updateTime } = precondition;
  const [collection = '', ...ids] = path.split('/');
  const isNew = exists === false || !before;
  const mustExist = exists === true || updateTime !== undefined;
  if (
    ids.length !== 1 ||
    (isNew && mustExist) ||
    !mayWrite(collection, isNew ? undefined : before, after, now)
  ) {
    throw denied();
  }
}

function checkPrecondition(
  { exists, updateTime }: Write['precondition'],
  path: string,
  record: Record | undefined,
): void {
  if (exists === false && record) {
    throw new Refusal(409, 'ALREADY_EXISTS', `${path} already exists.`);
  }
  const wanted = updateTime === undefined ? undefined : Date.parse(updateTime);
  if (wanted !== undefined && wanted !== Date.parse(record?.updateTime ?? '')) {
    throw new Refusal(
      400,
      'FAILED_PRECONDITION',
      'The stored version does not match the required base version.',
    );
  }
}

export function fieldsOf(record: Record | undefined): Fields | undefined {
  if (!record) return undefined;
  const texts = Object.entries(record.fields).map(
    ([name, stringValue]) => [name, { stringValue }] as const,
  );
  return {
    ...Object.fromEntries(texts),
    timestamp: { timestampValue: record.timestamp },
  };
}

function textsOf({ timestamp: _, ...fields }: Fields): Record['fields'] {
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, String(value.stringValue)] as const,
  );
  return Object.fromEntries(texts);
}
