import { announce } from './changes.ts';
import { hold, whileNobodySends } from './lock.ts';
import * as store from './store.ts';
import { isReadable, requeue, type Submission } from './submission.ts';
import { requestDelivery, requestSync } from './triggers.ts';

/** An unsent submission that a page edits; it is not sent until the end. */
export interface Edit {
  submission: Submission;
  /** Ends an edit that led to nothing: the old words are sent after all. */
  end(): Promise<void>;
}

/** How this page lets go of what it edits, by the submission's id. */
const held = new Map<string, () => Promise<void>>();

/**
 * Begins an edit, unless the submission has left the outbox. Of several edits
 * the last one has it, in whichever tab: the others' ends change nothing.
 */
export function beginEdit(id: string): Promise<Edit | undefined> {
  // What this page holds already is not being sent: no need to wait.
  return held.has(id) ? takeHold(id) : whileNobodySends(id, () => takeHold(id));
}

async function takeHold(id: string): Promise<Edit | undefined> {
  const submission = await store.read(id);
  if (!submission || !isReadable(submission)) return undefined;
  const release = await hold(id, () => {
    if (held.get(id) === release) held.delete(id);
  });
  held.set(id, release);
  return {
    submission,
    async end() {
      if (held.get(id) !== release) return;
      await release();
      await requestDelivery({ now: true });
    },
  };
}

/** Releases what this page edits, whose new words are kept or sent. */
export async function releaseEdit(id: string): Promise<void> {
  await held.get(id)?.();
}

/** Ends whatever edit holds a submission back, here or in another tab. */
export async function endEdits(id: string): Promise<void> {
  const release = await hold(id);
  await release();
}

/** Makes a submission due now, whatever became of it before. */
export async function retry(id: string): Promise<void> {
  await endEdits(id);
  const isDue = await store
    .change(id, (found) => requeue(found, Date.now()))
    .catch(() => undefined);
  announce();
  void requestSync();
  await requestDelivery({ now: true, failedToo: !isDue });
}

/** Removes a submission, unless it has been delivered meanwhile. */
export async function discard(id: string): Promise<'discarded' | 'sent'> {
  const outcome = await whileNobodySends(id, async () => {
    if (await store.hasReceipt(id)) return 'sent';
    await store.discard(id);
    return 'discarded';
  });
  announce();
  return outcome;
}
