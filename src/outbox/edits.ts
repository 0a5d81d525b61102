import type { Database } from './database.ts';
import type { Locks } from './locks.ts';
import { isReadable, type Submission } from './submission.ts';
import { readSubmission } from './transactions.ts';

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
  /** Functions that release this page's locks, by the submission's id. */
  const releaseFunctions = new Map<string, () => Promise<void>>();

  /** Begins an edit. Resolves with undefined if the outbox lacks the submission. */
  function begin(id: string): Promise<Edit | undefined> {
    const beginEdit = () => beginInLock(id);
    // A submission that this page edits is not being sent, so no lock is needed.
    return releaseFunctions.has(id) ? beginEdit() : locks.hold(id, beginEdit);
  }

  async function beginInLock(id: string): Promise<Edit | undefined> {
    const submission = await database.read((tx) => readSubmission(tx, id));
    if (!submission || !isReadable(submission)) return undefined;

    const release = await locks.takeEdit(id, (ended) => {
      if (releaseFunctions.get(id) === ended) releaseFunctions.delete(id);
    });
    releaseFunctions.set(id, release);

    async function end(): Promise<boolean> {
      if (releaseFunctions.get(id) !== release) return false;
      await release();
      return true;
    }

    return { submission, end };
  }

  /** Ends this page's edit after its result was stored or sent. */
  async function endHere(id: string): Promise<void> {
    await releaseFunctions.get(id)?.();
  }

  /** Ends every edit of a submission, in any tab. */
  async function endEverywhere(id: string): Promise<void> {
    const release = await locks.takeEdit(id);
    await release();
  }

  return { begin, endHere, endEverywhere };
}
