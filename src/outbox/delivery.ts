import type { OutboxParts } from './parts.ts';
import { getRetryDelay } from './retry-schedule.ts';
import { isDue, isReadable, requeue, type Submission } from './submission.ts';
import {
  changeSubmission,
  deleteOldEntries,
  deleteSubmission,
  isDiskFull,
  readStores,
  readSubmission,
  replaceWithReceipt,
} from './transactions.ts';

export interface DeliveryOptions {
  /** Whether to send queued submissions before their due time. */
  ignoreBackoff?: boolean | undefined;
  /** Whether to send refused submissions again. */
  retryRefused?: boolean | undefined;
}

export type Outcome =
  | { kind: 'delivered' }
  /** A later attempt may succeed. */
  | { kind: 'later'; error: string }
  /** The server will never accept this submission. */
  | { kind: 'refused'; error: string };

/**
 * Sends a submission once. Sending it again must change nothing at the server. Must
 * settle within a time limit of its own, because the next submission waits.
 */
export type Send = (submission: Submission) => Promise<Outcome>;

/** An open page needs only the newest receipts. */
const maxReceiptsOnFullDisk = 20;

/** Sends what is due, one run at a time. */
export function createDelivery(parts: OutboxParts, send: Send) {
  const { name, database, locks, changes, platform } = parts;
  /** The run that was requested last. The runs before it may still be active. */
  let lastRun: Promise<number> = Promise.resolve(0);
  /** The run that has not begun, if there is one. */
  let pendingRun:
    | { options: DeliveryOptions; done: Promise<number> }
    | undefined;

  /**
   * Runs one delivery at a time. Calls during a run share a single next run.
   * Resolves with the number of submissions that still wait.
   */
  function deliver(options: DeliveryOptions = {}): Promise<number> {
    if (pendingRun) {
      pendingRun.options.ignoreBackoff ||= options.ignoreBackoff;
      pendingRun.options.retryRefused ||= options.retryRefused;
      return pendingRun.done;
    }

    // Later calls change these options until the run begins.
    const mergedOptions = { ...options };
    lastRun = lastRun
      .catch(() => undefined)
      .then(() => {
        pendingRun = undefined;
        return attemptAll(mergedOptions);
      });
    pendingRun = { options: mergedOptions, done: lastRun };
    return lastRun;
  }

  /** Attempts each submission that is due once, also those that are added meanwhile. */
  async function attemptAll(options: DeliveryOptions): Promise<number> {
    const seenIds = new Set<string>();
    for (;;) {
      const { submissions } = await database.read(readStores);
      const unseen = submissions.filter(({ id }) => !seenIds.has(id));
      if (unseen.length === 0) return submissions.filter(isQueued).length;

      for (const submission of unseen) {
        seenIds.add(submission.id);
        await attempt(submission, options);
      }
    }
  }

  async function attempt(
    submission: Submission,
    options: DeliveryOptions,
  ): Promise<void> {
    // Checks before taking a lock: a thousand locks and reads would be slow.
    if (!shouldTry(submission, options)) return;

    const { id } = submission;
    try {
      await locks.hold(id, () => attemptInLock(id, options));
    } catch {
      // A disk error for one submission must not hold back the others.
    }
  }

  function shouldTry(submission: Submission, options: DeliveryOptions) {
    if (!isReadable(submission)) return false;
    if (submission.state === 'refused') return options.retryRefused;
    return options.ignoreBackoff || isDue(submission, platform.now());
  }

  async function attemptInLock(
    id: string,
    options: DeliveryOptions,
  ): Promise<void> {
    const stored = await database.read((tx) => readSubmission(tx, id));
    if (!stored || !shouldTry(stored, options)) return;
    if (await locks.isEdited(id)) return;

    const isRefused = stored.state === 'refused';
    // Browsers report 'online' too early, so retry soon if this attempt fails.
    const mustRequeue = options.ignoreBackoff && !isRefused;
    const submission = mustRequeue ? requeue(stored, platform.now()) : stored;
    const outcome = await trySend(submission);

    // A transient failure must not turn a refused submission into a queued one.
    if (isRefused && outcome.kind === 'later') return;
    await applyOutcome(submission, outcome);
  }

  /** Sends without reading or writing the outbox. An error counts as transient. */
  async function trySend(submission: Submission): Promise<Outcome> {
    try {
      return await send(submission);
    } catch {
      return { kind: 'later', error: 'not-sent' };
    }
  }

  async function applyOutcome(
    submission: Submission,
    outcome: Outcome,
  ): Promise<void> {
    const { id } = submission;
    switch (outcome.kind) {
      case 'delivered':
        return leaveReceipt(id);
      case 'later': {
        const delay = getRetryDelay(submission.attempts, platform.random());
        const dueAt = platform.now() + delay;
        return replaceStored(postpone(submission, outcome.error, dueAt));
      }
      case 'refused': {
        const { form } = submission;
        // Without the values, because the console must not show personal data.
        platform.logError(
          `${name}: ${form} ${id} was not accepted: ${outcome.error}`,
        );
        return replaceStored(refuse(submission, outcome.error, platform.now()));
      }
      default:
        outcome satisfies never;
    }
  }

  /** Stores the new state, unless the submission was discarded meanwhile. */
  function replaceStored(submission: Submission): Promise<void> {
    return database.write((tx) =>
      changeSubmission(tx, submission.id, () => submission),
    );
  }

  /**
   * Replaces a delivered submission with a receipt. If that fails, the open pages remember
   * the delivery. From a full disk, the submission is deleted without a receipt.
   */
  async function leaveReceipt(id: string): Promise<void> {
    try {
      await replaceOnDisk(id);
    } catch (error) {
      // Before the deletion, because each page reads the outbox again after it.
      changes.announceWithoutReceipt(id);
      if (!isDiskFull(error)) throw error;
      await database.write((tx) => deleteSubmission(tx, id));
    }
  }

  /** Replaces a submission with a receipt. On a full disk, deletes old receipts first. */
  async function replaceOnDisk(id: string): Promise<void> {
    const replace = () =>
      database.write(
        (tx) => replaceWithReceipt(tx, id, platform.now()),
        // If a power cut undoes this, the submission is sent again, which is harmless.
        { durability: 'relaxed' },
      );

    try {
      await replace();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      await database.write((tx) => deleteOldEntries(tx, maxReceiptsOnFullDisk));
      await replace();
    }
  }

  return { deliver, trySend, leaveReceipt };
}

function isQueued(submission: Submission): boolean {
  return isReadable(submission) && submission.state === 'queued';
}

/** Returns the submission after an attempt that a later one may make good. */
function postpone(
  submission: Submission,
  error: string,
  dueAt: number,
): Submission {
  const attempts = submission.attempts + 1;
  return { ...submission, state: 'queued', attempts, dueAt, error };
}

/** Returns the submission after the server has refused it for good. */
function refuse(
  submission: Submission,
  error: string,
  now: number,
): Submission {
  const attempts = submission.attempts + 1;
  return { ...submission, state: 'refused', attempts, dueAt: now, error };
}
