import { getBackoff } from '../async/backoff.ts';
import { writeRecords } from '../firebase/firestore.ts';
import type { Outcome } from '../firebase/outcome.ts';
import { broadcastChange } from './broadcast.ts';
import { isBeingEdited } from './edit-lock.ts';
import { withLock } from './lock.ts';
import type { DeliveryOptions } from './messages.ts';
import { createRecords } from './new-records.ts';
import { maxRetryDelay } from './retry-schedule.ts';
import * as store from './store.ts';
import { isDue, isReadable, requeue, type Submission } from './submission.ts';

let currentRun: Promise<number> = Promise.resolve(0);
let nextRun: { options: DeliveryOptions; done: Promise<number> } | undefined;

/**
 * Runs one delivery at a time. Calls during a run share a single next run.
 * Resolves with the number of submissions that still wait.
 */
export function runDelivery(options: DeliveryOptions = {}): Promise<number> {
  if (nextRun) {
    nextRun.options.ignoreBackoff ||= options.ignoreBackoff;
    nextRun.options.retryRefused ||= options.retryRefused;
    return nextRun.done;
  }
  const mergedOptions = { ...options };
  currentRun = currentRun
    .catch(() => undefined)
    .then(() => {
      nextRun = undefined;
      return deliver(mergedOptions);
    });
  nextRun = { options: mergedOptions, done: currentRun };
  return currentRun;
}

/** Attempts each due submission once, also those that are added meanwhile. */
async function deliver(options: DeliveryOptions): Promise<number> {
  const seenIds = new Set<string>();
  let undeliveredCount = 0;
  for (let submissions = await store.listAll(); submissions.length > 0; ) {
    for (const submission of submissions) {
      seenIds.add(submission.id);
      if (await attemptDelivery(submission, options)) undeliveredCount += 1;
    }
    submissions = (await store.listAll()).filter(({ id }) => !seenIds.has(id));
  }
  return undeliveredCount;
}

/** Resolves with true if the submission still has to be delivered. */
async function attemptDelivery(
  submission: Submission,
  options: DeliveryOptions,
): Promise<boolean> {
  // Checks before taking a lock: a thousand locks and reads would be slow.
  if (!shouldTry(submission, options)) return isQueued(submission);
  const { id } = submission;
  // A disk error for one submission must not hold back the others.
  return withLock(id, () => deliverInLock(id, options)).catch(() => true);
}

function isQueued(submission: Submission): boolean {
  return isReadable(submission) && submission.state === 'queued';
}

function shouldTry(submission: Submission, options: DeliveryOptions) {
  if (!isReadable(submission)) return false;
  if (submission.state === 'refused') return options.retryRefused;
  return options.ignoreBackoff || isDue(submission, Date.now());
}

async function deliverInLock(id: string, options: DeliveryOptions) {
  const stored = await store.read(id);
  if (!stored) return false;
  if (!shouldTry(stored, options)) return isQueued(stored);
  if (await isBeingEdited(id)) return true;
  const isRefused = stored.state === 'refused';
  // Browsers report 'online' too early, so retry soon if this attempt fails.
  const mustRequeue = options.ignoreBackoff && !isRefused;
  const submission = mustRequeue ? requeue(stored, Date.now()) : stored;
  const outcome = await send(submission);
  // A transient failure must not turn a refused submission into a queued one.
  if (isRefused && outcome.kind === 'later') return false;
  await applyOutcome(submission, outcome);
  broadcastChange();
  return outcome.kind === 'later';
}

/** Sends a submission without reading or writing the outbox. Never throws. */
export async function send(submission: Submission): Promise<Outcome> {
  try {
    return await writeRecords(submission.id, createRecords(submission));
  } catch {
    return { kind: 'refused', error: 'invalid-submission' };
  }
}

async function applyOutcome(submission: Submission, outcome: Outcome) {
  const { id, form, attempts } = submission;
  const now = Date.now();
  if (outcome.kind === 'delivered') return store.markDelivered(id, now);
  const { kind, error } = outcome;
  const isRefusal = kind === 'refused';
  // The line omits the submitted values, because the console must not show personal data.
  if (isRefusal)
    console.error(`pear: ${form} ${id} was not accepted: ${error}`);
  const updatedSubmission: Submission = {
    ...submission,
    state: isRefusal ? 'refused' : 'queued',
    attempts: attempts + 1,
    dueAt: isRefusal ? now : now + getBackoff(attempts, maxRetryDelay),
    error,
  };
  await store.change(id, () => updatedSubmission);
}
