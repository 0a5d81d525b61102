import { requestSync } from './background-sync.ts';
import { broadcastChange } from './broadcast.ts';
import { takeEditLock } from './edit-lock.ts';
import { withLock, withLocks } from './lock.ts';
import { requestDelivery } from './request-delivery.ts';
import * as store from './store.ts';
import { isReadable, requeue, type Submission } from './submission.ts';

/** An edit of an unsent submission, which is not sent during the edit. */
export interface Edit {
  submission: Submission;
  /** Cancels the edit, so the unchanged submission is sent. */
  end(): Promise<void>;
}

/** Functions that release this page's edit locks, by the submission's id. */
const releaseFunctions = new Map<string, () => Promise<void>>();

/** Resolves when this page's latest edit holds its lock, or has failed to begin. */
export let lastEdit: Promise<unknown> = Promise.resolve();

/** Begins an edit. Resolves with undefined if the outbox lacks the submission. */
export function beginEdit(id: string): Promise<Edit | undefined> {
  const begin = () => beginEditInLock(id);
  // A submission that this page edits is not being sent, so no lock is needed.
  const edit = releaseFunctions.has(id) ? begin() : withLock(id, begin);
  lastEdit = edit.catch(() => undefined);
  return edit;
}

async function beginEditInLock(id: string): Promise<Edit | undefined> {
  const submission = await store.read(id);
  if (!submission) {
    // Clearing the site data fires no event, so make pages read the outbox again.
    broadcastChange();
    return undefined;
  }
  if (!isReadable(submission)) return undefined;
  const release = await takeEditLock(id, (ended) => {
    if (releaseFunctions.get(id) === ended) releaseFunctions.delete(id);
  });
  releaseFunctions.set(id, release);
  return {
    submission,
    async end() {
      if (releaseFunctions.get(id) !== release) return;
      await release();
      await requestDelivery({ ignoreBackoff: true });
    },
  };
}

/** Ends this page's edit after its result was stored or sent. */
export async function endEditInThisTab(id: string): Promise<void> {
  await releaseFunctions.get(id)?.();
}

/** Ends every edit of a submission, in any tab. */
export async function endEditsInAllTabs(id: string): Promise<void> {
  const release = await takeEditLock(id);
  await release();
}

export async function retry(id: string): Promise<void> {
  await endEditsInAllTabs(id);
  const isDue = await store
    .change(id, (submission) => requeue(submission, Date.now()))
    .catch(() => undefined);
  broadcastChange();
  void requestSync();
  await requestDelivery({ ignoreBackoff: true, retryRefused: !isDue });
}

export async function discard(id: string): Promise<'discarded' | 'sent'> {
  const outcome = await withLock(id, async () => {
    if (await store.hasReceipt(id)) return 'sent';
    await store.discard(id);
    return 'discarded';
  });
  broadcastChange();
  return outcome;
}

/** Deletes these submissions and all receipts, after active deliveries have ended. */
export async function deleteSubmissions(ids: readonly string[]) {
  const counts = await withLocks(ids, () => store.deleteSubmissions(ids));
  broadcastChange();
  return counts;
}
