import { requestSync } from './background-sync.ts';
import { broadcastChange } from './broadcast.ts';
import { takeEditLock } from './edit-lock.ts';
import { whileAllLocked, whileLocked } from './lock.ts';
import { requestDelivery } from './request-delivery.ts';
import * as store from './store.ts';
import { isReadable, requeue, type Submission } from './submission.ts';

/** An unsent submission that a page edits; it is not sent until the end. */
export interface Edit {
  submission: Submission;
  /** Ends an edit that led to nothing: the old words are sent after all. */
  end(): Promise<void>;
}

/** How this page lets go of what it edits, by the submission's id. */
const edited = new Map<string, () => Promise<void>>();

/**
 * Begins an edit, unless the submission has left the outbox. Of several edits
 * the last one has it, in whichever tab: the others' ends change nothing.
 */
export function beginEdit(id: string): Promise<Edit | undefined> {
  // What this page edits already is not being sent: no need to wait.
  return edited.has(id) ? takeOver(id) : whileLocked(id, () => takeOver(id));
}

async function takeOver(id: string): Promise<Edit | undefined> {
  const submission = await store.read(id);
  if (!submission || !isReadable(submission)) return undefined;
  const release = await takeEditLock(id, (ended) => {
    if (edited.get(id) === ended) edited.delete(id);
  });
  edited.set(id, release);
  return {
    submission,
    async end() {
      if (edited.get(id) !== release) return;
      await release();
      await requestDelivery({ ignoreBackoff: true });
    },
  };
}

/** Releases what this page edits, whose new words are kept or sent. */
export async function releaseEdit(id: string): Promise<void> {
  await edited.get(id)?.();
}

/** Ends whatever edit holds a submission back, here or in another tab. */
export async function endEdits(id: string): Promise<void> {
  const release = await takeEditLock(id);
  await release();
}

export async function retry(id: string): Promise<void> {
  await endEdits(id);
  const isDue = await store
    .change(id, (found) => requeue(found, Date.now()))
    .catch(() => undefined);
  broadcastChange();
  void requestSync();
  await requestDelivery({ ignoreBackoff: true, retryFailed: !isDue });
}

export async function discard(id: string): Promise<'discarded' | 'sent'> {
  const outcome = await whileLocked(id, async () => {
    if (await store.hasReceipt(id)) return 'sent';
    await store.discard(id);
    return 'discarded';
  });
  broadcastChange();
  return outcome;
}

/**
 * Waits for those that are being sent: each has arrived then, or is still among
 * the unsent. What a broken or frozen page had sent may arrive later.
 */
export async function emptyOutbox(
  ids: readonly string[],
): Promise<store.Amounts> {
  const removed = await whileAllLocked(ids, () => store.clear(ids));
  broadcastChange();
  return removed;
}
