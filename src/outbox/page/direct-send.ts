import type { createDelivery } from '../delivery.ts';
import { getRetryDelay } from '../retry-schedule.ts';
import type { Submission } from '../submission.ts';
import {
  addTombstoneOfTwin,
  findMatch,
  type Match,
  readSubmission,
} from '../transactions.ts';
import { discardOnDisk } from './discard.ts';
import type { PageParts } from './page-parts.ts';
import { SubmitError, type SubmitResult } from './submit-result.ts';

/** Sends what the disk could not store. */
export function createDirectSend(
  parts: PageParts,
  { trySend, leaveReceipt }: ReturnType<typeof createDelivery>,
) {
  const { database, locks, edits, changes, knowledge, platform, nextMoment } =
    parts;

  /** Sends a submission that is not stored, or its twin, which is. Throws SubmitError. */
  async function sendDirectly(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult> {
    for (;;) {
      const match = await findMatchOnDisk(submission, replaces);
      const ids = listIdsToHold(match, replaces);
      const result = await locks.holdAll(ids, () =>
        sendHeld(submission, replaces, ids),
      );
      if (result) return result;
    }
  }

  /** Nobody else may send, edit or discard these meanwhile. */
  function listIdsToHold(match: Match, replaces: string | undefined): string[] {
    return [
      ...(replaces === undefined ? [] : [replaces]),
      ...(match.kind === 'twin' ? [match.id] : []),
    ];
  }

  /** Resolves with undefined if another twin has appeared, whose lock nobody holds. */
  async function sendHeld(
    submission: Submission,
    replaces: string | undefined,
    heldIds: readonly string[],
  ): Promise<SubmitResult | undefined> {
    const match = await findMatchOnDisk(submission, replaces);
    switch (match.kind) {
      case 'new':
        await sendNew({ ...submission, id: match.id });
        break;
      case 'twin': {
        if (!heldIds.includes(match.id)) return undefined;
        const status = await sendTwin(match.twin, submission, replaces);
        if (match.id !== submission.id) {
          leaveTombstone(submission, match.id);
          // Until the page closes, it knows this also without a tombstone.
          if (status === 'sent') changes.announceWithoutReceipt(submission.id);
        }
        if (status === 'queued') return toResult(match.id, status);
        break;
      }
      case 'delivered':
        break;
      case 'conflict':
        throw new SubmitError(submission.id, 'conflict');
      default:
        match satisfies never;
    }
    if (replaces !== undefined) await discardReplaced(replaces);
    return toResult(match.id, 'sent');
  }

  async function findMatchOnDisk(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<Match> {
    const { id } = submission;
    try {
      return await database.read((tx) =>
        findMatch(tx, submission, replaces, knowledge),
      );
    } catch {
      // A disk that cannot be read counts as one without a twin and without a receipt.
      const isReplacedSent =
        replaces !== undefined && knowledge.idsWithoutReceipt.has(replaces);
      return { kind: isReplacedSent ? 'conflict' : 'new', id };
    }
  }

  async function sendNew(submission: Submission): Promise<void> {
    const outcome = await trySend(submission);
    if (outcome.kind !== 'delivered') {
      throw new SubmitError(submission.id, outcome.error);
    }
    // Not awaited, because a failing disk would delay the result.
    void leaveReceipt(submission.id).catch(() => undefined);
  }

  /** Sends the twin now. If the server cannot be reached, a later delivery may send it. */
  async function sendTwin(
    twin: Submission,
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult['status']> {
    // If another tab edits the twin, the submit of that edit is then a conflict.
    if (twin.id !== replaces) await edits.endEverywhere(twin.id);

    const outcome = await trySend(twin);
    if (outcome.kind === 'delivered') {
      // Awaited, because pages show the twin as unsent until its receipt is stored.
      await leaveReceipt(twin.id).catch(() => undefined);
      return 'sent';
    }

    const willBeSent = twin.state === 'queued' && outcome.kind === 'later';
    // 'queued' promises one text, so the replaced one must not be in the outbox, too.
    if (willBeSent && (await isGone(replaces, twin.id))) {
      await edits.endHere(twin.id);
      return 'queued';
    }
    throw new SubmitError(submission.id, outcome.error);
  }

  /** Makes a repeated submit of this id known, as far as the disk can. */
  function leaveTombstone({ id, createdAt }: Submission, twinId: string): void {
    void database
      .write((tx) => addTombstoneOfTwin(tx, id, twinId, createdAt))
      .catch(() => undefined);
  }

  function toResult(id: string, status: SubmitResult['status']): SubmitResult {
    return { id, status, submitMoment: nextMoment() };
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
   * Deletes a replaced submission. If the disk fails, hides it and holds it back until the
   * page closes, and tries again.
   */
  async function discardReplaced(id: string, failures = 0): Promise<void> {
    try {
      await discardOnDisk(database, id, platform.now());
      await edits.endWithdrawal(id);
    } catch {
      await edits.withdraw(id);
      changes.announce();

      const delay = getRetryDelay(failures, platform.random());
      platform.setTimeout(() => void discardReplaced(id, failures + 1), delay);
    }
  }

  return sendDirectly;
}
