import { backoff } from '../async/backoff.ts';
import { requestSync } from './background-sync.ts';
import { broadcastChange } from './broadcast.ts';
import { takeEditLock } from './edit-lock.ts';
import { endEdits, releaseEdit } from './editing.ts';
import { whileLocked } from './lock.ts';
import { loadDelivery, requestDelivery } from './request-delivery.ts';
import { maxRetryDelay } from './retry-schedule.ts';
import * as store from './store.ts';
import { createSubmission, isRepeat, type Submission } from './submission.ts';

/** Kept, and perhaps delivered already, or sent without being kept. */
export interface Submitted {
  id: string;
  status: 'queued' | 'sent';
  /** Since when, by this page's own clock: what was read before is older. */
  at: number;
}

/**
 * Not saved by this call, and not known to have arrived; `code` says why, without
 * personal data. 'conflict' says that what it was to replace waits no longer.
 */
export class NotSubmitted extends Error {
  constructor(
    readonly id: string,
    readonly code: string,
  ) {
    super(`${id} was neither saved nor sent: ${code}`);
  }
}

/**
 * Resolves once the submission is on disk, or delivered where nothing can be
 * stored, with the id to follow it by. Throws NotSubmitted otherwise.
 */
export async function submit(
  form: string,
  values: Submission['values'],
  { id, replaces }: { id: string; replaces?: string | undefined },
): Promise<Submitted> {
  const submission = createSubmission(id, form, values, Date.now());
  const work = () => keepOrSend(submission, replaces);
  // Not while what it is to replace is being sent.
  return replaces ? whileLocked(replaces, work) : work();
}

async function keepOrSend(submission: Submission, replaces?: string) {
  let known: string | undefined;
  try {
    known = await store.add(submission, replaces);
  } catch {
    return sendDirectly(submission, replaces);
  }
  const at = performance.now();
  if (known === undefined) throw new NotSubmitted(submission.id, 'conflict');
  if (replaces) await releaseEdit(replaces);
  // The same words may have waited already, for an edit in another tab.
  await endEdits(known);
  broadcastChange();
  void requestDelivery({ ignoreBackoff: true });
  void requestSync();
  return { id: known, status: 'queued' as const, at };
}

/**
 * If the same words wait already, they are sent under their own id, so that they
 * arrive once. The message being replaced stays held back, and is discarded once
 * the new words have arrived.
 */
async function sendDirectly(submission: Submission, replaces?: string) {
  const unsent = await store.listUnsent().catch(() => undefined);
  if (replaces && unsent && !unsent.some(({ id }) => id === replaces)) {
    throw new NotSubmitted(submission.id, 'conflict');
  }
  const duplicate = unsent?.find((other) => isRepeat(other, submission));
  const sent = duplicate ?? submission;
  const outcome = await loadDelivery().then(
    ({ send }) => send(sent),
    () => ({ kind: 'later', error: 'no-code' }) as const,
  );
  if (outcome.kind !== 'delivered') {
    throw new NotSubmitted(sent.id, outcome.error);
  }
  if (duplicate) {
    await store.markDelivered(duplicate.id, Date.now()).catch(() => undefined);
  }
  if (replaces) await discardReplaced(replaces);
  broadcastChange();
  return { id: sent.id, status: 'sent' as const, at: performance.now() };
}

/**
 * Discards a message whose new words have arrived. If the disk fails, the page
 * holds the message back and tries again until the page is closed.
 */
async function discardReplaced(id: string, failures = 0): Promise<void> {
  try {
    await store.discard(id);
    await releaseEdit(id);
    if (failures > 0) broadcastChange();
  } catch {
    await takeEditLock(id);
    const delay = backoff(failures, maxRetryDelay);
    setTimeout(discardReplaced, delay, id, failures + 1);
  }
}
