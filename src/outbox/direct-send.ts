import type { Outcome } from './delivery.ts';
import { discardOnDisk } from './discard.ts';
import type { OutboxParts } from './parts.ts';
import { getRetryDelay } from './retry-schedule.ts';
import type { Submission } from './submission.ts';
import { SubmitError, type SubmitResult } from './submit-result.ts';
import { findMatch, readSubmission } from './transactions.ts';

interface Sender {
  trySend(submission: Submission): Promise<Outcome>;
  leaveReceipt(id: string): Promise<void>;
}

/** Sends what the disk could not store. */
export function createDirectSend(
  { database, edits, changes, platform }: OutboxParts,
  { trySend, leaveReceipt }: Sender,
) {
  /**
   * Sends a submission that is not stored, or its twin, which is. The caller holds the lock
   * of the submission to replace. Throws SubmitError.
   */
  async function sendDirectly(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult> {
    const { idsWithoutReceipt } = changes;
    if (replaces !== undefined && idsWithoutReceipt.has(replaces)) {
      throw new SubmitError(submission.id, 'conflict');
    }

    const match = await database
      .read((tx) => findMatch(tx, submission, replaces, idsWithoutReceipt))
      // A disk that cannot be read has no twin, as far as anybody knows.
      .catch(() => ({ kind: 'new', id: submission.id }) as const);
    if (match.kind === 'conflict') {
      throw new SubmitError(submission.id, 'conflict');
    }

    const twin = match.kind === 'twin' ? match.twin : undefined;
    const isDelivered = match.kind === 'delivered';
    const outcome: Outcome = isDelivered
      ? { kind: 'delivered' }
      : await trySend(twin ?? submission);

    if (outcome.kind === 'delivered') {
      // A failing disk would delay the result. But a twin shows as unsent until then.
      const receiptLeft = leaveReceipt(match.id).catch(() => undefined);
      if (twin) await receiptLeft;
      if (replaces !== undefined) await discardReplaced(replaces);
      return toResult(match.id, 'sent');
    }

    // The twin will be sent. Only say so if the replaced text cannot be sent as well.
    const willBeSent = twin?.state === 'queued' && outcome.kind === 'later';
    if (willBeSent && (await isGone(replaces, match.id))) {
      // If another tab edits the twin, its lock would prevent the delivery.
      await edits.endEverywhere(match.id);
      return toResult(match.id, 'queued');
    }
    throw new SubmitError(submission.id, outcome.error);
  }

  function toResult(id: string, status: SubmitResult['status']): SubmitResult {
    return { id, status, submittedAt: platform.elapsed() };
  }

  /** Whether the submission to replace is not in the outbox, apart from the twin itself. */
  async function isGone(
    replaces: string | undefined,
    twinId: string,
  ): Promise<boolean> {
    if (replaces === undefined || replaces === twinId) return true;
    return database
      .read(async (tx) => !(await readSubmission(tx, replaces)))
      .catch(() => false);
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
      await edits.holdBack(id);
      const delay = getRetryDelay(failures, platform.random());
      platform.setTimeout(() => void discardReplaced(id, failures + 1), delay);
    }
  }

  return sendDirectly;
}
