import { getBackoff } from '../async/backoff.ts';
import type { OutboxParts, Outcome } from './delivery.ts';
import { discardOnDisk } from './discard.ts';
import { maxRetryDelay } from './retry-schedule.ts';
import { isDuplicate, type Submission } from './submission.ts';
import { SubmitError, type SubmitResult } from './submit.ts';
import { listReadable } from './transactions.ts';

interface Sender {
  trySend(submission: Submission): Promise<Outcome>;
  leaveReceipt(id: string): Promise<void>;
}

/** Sends what the disk could not store. */
export function createDirectSend(
  { database, locks, edits, changes, platform }: OutboxParts,
  { trySend, leaveReceipt }: Sender,
) {
  /**
   * Sends a submission that is not stored, or an equal one that is. The caller holds the
   * lock of the submission to replace. Throws SubmitError.
   */
  async function sendDirectly(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult> {
    const unsent = await database.read(listReadable).catch(() => undefined);
    const isGone = unsent && !unsent.some(({ id }) => id === replaces);
    if (replaces !== undefined && isGone) {
      throw new SubmitError(submission.id, 'conflict');
    }

    const duplicate = unsent?.find((other) => isDuplicate(other, submission));
    const { id } = duplicate ?? submission;
    const outcome = await trySend(duplicate ?? submission);
    if (outcome.kind === 'delivered') {
      await recordDelivery(id, duplicate !== undefined, replaces);
      return { id, status: 'sent', submittedAt: platform.elapsed() };
    }

    const willBeSent =
      duplicate?.state === 'queued' && outcome.kind === 'later';
    const isReplaced = replaces === undefined || replaces === id;
    // The visitor's text is stored, and no text that it replaces is sent as well.
    if (willBeSent && isReplaced) {
      return { id, status: 'queued', submittedAt: platform.elapsed() };
    }
    throw new SubmitError(id, outcome.error);
  }

  async function recordDelivery(
    id: string,
    isStored: boolean,
    replaces: string | undefined,
  ): Promise<void> {
    const receiptLeft = leaveReceipt(id).catch(() =>
      changes.announceWithoutReceipt(id),
    );
    // The disk has just failed, so it would delay the result. But what is stored would
    // show as unsent until its receipt is there.
    if (isStored) await receiptLeft;
    if (replaces !== undefined) await discardReplaced(replaces);
  }

  /**
   * Deletes a replaced submission. If the disk fails, holds it back until the page closes,
   * and tries again.
   */
  async function discardReplaced(id: string, failures = 0): Promise<void> {
    try {
      await discardOnDisk(database, id, platform.now());
      await edits.endHere(id);
    } catch {
      await locks.takeEdit(id);
      const random = platform.random();
      const delay = getBackoff(failures, { maxDelay: maxRetryDelay, random });
      platform.setTimeout(() => void discardReplaced(id, failures + 1), delay);
    }
  }

  return sendDirectly;
}
