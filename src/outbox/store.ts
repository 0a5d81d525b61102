import * as database from './database.ts';
import {
  fromStored,
  isReadable,
  isRepeat,
  requeue,
  type Submission,
  toStored,
} from './submission.ts';

const receiptsKept = 200;
/** Where there is no room left; a page on screen needs the newest only. */
const receiptsKeptWhenFull = 20;

/**
 * Keeps a submission and returns the id it is known by: that of an equal one
 * already waiting, if there is one. What it `replaces` goes in the same
 * transaction; where that has gone before (sent, discarded, edited elsewhere)
 * nothing is kept, and undefined returned: it could arrive twice.
 */
export function add(
  submission: Submission,
  replaces?: string,
): Promise<string | undefined> {
  return database.write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const { id, form, createdAt } = submission;
    const waiting = await submissions.index('form').getAll(form);
    const duplicate = waiting
      .map(fromStored)
      .find((other) => isReadable(other) && isRepeat(other, submission));
    if (duplicate) {
      // Refused, and asked for again: it is due now.
      if (duplicate.state === 'refused') {
        await submissions.put(toStored(requeue(duplicate, createdAt)));
      }
    } else if (!(await tx.objectStore('receipts').getKey(id))) {
      if (replaces && !(await submissions.getKey(replaces))) return undefined;
      await submissions.put(toStored(submission));
    }
    // Else it was delivered, and its sender does not know.
    const known = duplicate?.id ?? id;
    if (replaces && replaces !== duplicate?.id) {
      await submissions.delete(replaces);
    }
    return known;
  });
}

/** All that is kept, oldest first, and the ids of what was delivered. */
export function readAll() {
  return database.read(async (tx) => {
    const found = await tx.objectStore('submissions').getAll();
    const delivered = await tx.objectStore('receipts').getAllKeys();
    const submissions = found
      .map(fromStored)
      .sort((a, b) => a.createdAt - b.createdAt);
    return { submissions, delivered };
  });
}

/** All that is kept, also what this version can't read, oldest first. */
export async function list(): Promise<Submission[]> {
  return (await readAll()).submissions;
}

/** What this version can read, oldest first. */
export async function listUnsent(): Promise<Submission[]> {
  return (await list()).filter(isReadable);
}

export async function keys(): Promise<string[]> {
  return (await list()).map(({ id }) => id);
}

export function read(id: string): Promise<Submission | undefined> {
  return database.read(async (tx) => {
    const found = await tx.objectStore('submissions').get(id);
    return found && fromStored(found);
  });
}

export async function update(submission: Submission): Promise<void> {
  await change(submission.id, () => submission);
}

/** Changes a submission in one transaction; returns it, or undefined if gone. */
export function change(
  id: string,
  transition: (found: Submission) => Submission,
): Promise<Submission | undefined> {
  return database.write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const found = await submissions.get(id);
    const changed = found && transition(fromStored(found));
    if (changed) await submissions.put(toStored(changed));
    return changed;
  });
}

/** Turns a submission into its receipt, also on a disk that is full. */
export async function markDelivered(id: string, now: number): Promise<void> {
  try {
    await replaceByReceipt(id, now);
  } catch {
    await database.write((tx) => dropReceipts(tx, receiptsKeptWhenFull));
    await replaceByReceipt(id, now);
  }
}

/** A power cut may undo it: then it is sent again, which changes nothing. */
async function replaceByReceipt(id: string, now: number): Promise<void> {
  await database.write(
    async (tx) => {
      await tx.objectStore('submissions').delete(id);
      await tx.objectStore('receipts').put({ id, at: now });
      await dropReceipts(tx, receiptsKept);
    },
    { durability: 'relaxed' },
  );
}

async function dropReceipts(
  tx: database.Transaction<'readwrite'>,
  kept: number,
): Promise<void> {
  const receipts = tx.objectStore('receipts');
  const extra = (await receipts.count()) - kept;
  if (extra <= 0) return;
  const oldest = await receipts.index('at').getAllKeys(null, extra);
  for (const id of oldest) await receipts.delete(id);
}

export function discard(id: string): Promise<void> {
  return database.write((tx) => tx.objectStore('submissions').delete(id));
}

export interface Amounts {
  unsent: number;
  receipts: number;
}

/** Removes these submissions and all receipts at once; returns how many. */
export function clear(ids: readonly string[]): Promise<Amounts> {
  return database.write(async (tx) => {
    const submissions = tx.objectStore('submissions');
    const receipts = tx.objectStore('receipts');
    const before = await submissions.count();
    for (const id of ids) await submissions.delete(id);
    const unsent = before - (await submissions.count());
    const amounts = { unsent, receipts: await receipts.count() };
    await receipts.clear();
    return amounts;
  });
}

export function hasReceipt(id: string): Promise<boolean> {
  return database.read(
    async (tx) => (await tx.objectStore('receipts').getKey(id)) !== undefined,
  );
}
