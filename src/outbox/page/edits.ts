import type { Database } from '../database.ts';
import type { EditLock, Locks } from '../locks.ts';
import { isReadable, type Submission } from '../submission.ts';
import { readSubmission } from '../transactions.ts';

/** An edit of an unsent submission, which is not sent during the edit. */
export interface Edit {
  submission: Submission;
  /**
   * Cancels the edit, so that the unchanged submission may be sent. Resolves with false
   * if the edit has already ended.
   */
  end(): Promise<boolean>;
}

export type Edits = ReturnType<typeof createEdits>;

/** Holds submissions back while their visitor edits them. */
export function createEdits(database: Database, locks: Locks) {
  /** This page's locks, by the submission's id. */
  const ownLocks = new Map<string, EditLock>();
  /** Submissions that were replaced, although the disk could not delete them yet. */
  const withdrawnIds = new Set<string>();

  /** Begins an edit. Resolves with undefined if the outbox lacks the submission. */
  function begin(id: string): Promise<Edit | undefined> {
    const isHeldBack = ownLocks.has(id);
    return isHeldBack ? beginUnsent(id) : locks.hold(id, () => beginUnsent(id));
  }

  /** The caller makes sure that nobody sends the submission. */
  async function beginUnsent(id: string): Promise<Edit | undefined> {
    const submission = await database.read((tx) => readSubmission(tx, id));
    if (!submission || !isReadable(submission)) return undefined;
    if (withdrawnIds.has(id)) return undefined;

    const lock = await holdBack(id);

    async function end(): Promise<boolean> {
      if (ownLocks.get(id) !== lock) return false;
      await lock.release();
      return true;
    }

    return { submission, end };
  }

  /** Prevents delivery of a replaced submission, and hides it, until the page closes. */
  async function withdraw(id: string): Promise<void> {
    withdrawnIds.add(id);
    await holdBack(id);
  }

  /** The disk has deleted the submission, so its text is new if it is submitted again. */
  async function endWithdrawal(id: string): Promise<void> {
    withdrawnIds.delete(id);
    await endHere(id);
  }

  async function holdBack(id: string): Promise<EditLock> {
    const lock = await locks.takeEdit(id);
    ownLocks.set(id, lock);
    void lock.ended.then(() => {
      // A later edit of this page may have stolen the lock.
      if (ownLocks.get(id) === lock) ownLocks.delete(id);
    });
    return lock;
  }

  /** Ends this page's edit, because its result was stored or sent, or is not wanted. */
  async function endHere(id: string): Promise<void> {
    await ownLocks.get(id)?.release();
  }

  /** Ends every edit of a submission, in any tab. */
  async function endEverywhere(id: string): Promise<void> {
    const lock = await locks.takeEdit(id);
    await lock.release();
  }

  return {
    begin,
    withdraw,
    endWithdrawal,
    withdrawnIds: withdrawnIds as ReadonlySet<string>,
    endHere,
    endEverywhere,
  };
}
