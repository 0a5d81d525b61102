import { getBackoff } from '../async/backoff.ts';
import { requestSync } from './background-sync.ts';
import { broadcastChange } from './broadcast.ts';
import { takeEditLock } from './edit-lock.ts';
import { endEditInThisTab, endEditsInAllTabs } from './editing.ts';
import { withLock } from './lock.ts';
import { loadDeliveryCode, requestDelivery } from './request-delivery.ts';
import { maxRetryDelay } from './retry-schedule.ts';
import * as store from './store.ts';
import {
  createSubmission,
  isDuplicate,
  type Submission,
} from './submission.ts';

export interface SubmitResult {
  id: string;
  /** 'queued': stored, perhaps delivered already. 'sent': delivered without being stored. */
  status: 'queued' | 'sent';
  /** When the submission was stored or sent, from performance.now(); see `useStatus`. */
  submittedAt: number;
}

/** The code 'conflict' means that the submission to replace was sent or deleted. */
export class SubmitError extends Error {
  constructor(
    readonly id: string,
    readonly code: string,
  ) {
    super(`${id} was neither saved nor sent: ${code}`);
  }
}

/**
 * Resolves once the submission is stored, or delivered if storing fails. Otherwise
 * throws SubmitError. For a duplicate, resolves with the id of the stored submission.
 */
export async function submit(
  form: string,
  values: Submission['values'],
  { id, replaces }: { id: string; replaces?: string | undefined },
): Promise<SubmitResult> {
  const submission = createSubmission(id, form, values, Date.now());
  const run = () => storeOrSend(submission, replaces);
  return replaces ? withLock(replaces, run) : run();
}

async function storeOrSend(submission: Submission, replaces?: string) {
  let id: string | undefined;
  try {
    id = await store.add(submission, replaces);
    store.writability.set(true);
  } catch {
    store.writability.set(false);
    return sendDirectly(submission, replaces);
  }
  const startTime = performance.now();
  if (id === undefined) throw new SubmitError(submission.id, 'conflict');
  if (replaces) await endEditInThisTab(replaces);
  // If another tab edits the duplicate, the edit lock would prevent delivery.
  await endEditsInAllTabs(id);
  broadcastChange();
  void requestDelivery({ ignoreBackoff: true });
  void requestSync();
  return { id, status: 'queued' as const, submittedAt: startTime };
}

/** Sends a submission without storing it. If an equal one is unsent, sends that one. */
async function sendDirectly(submission: Submission, replaces?: string) {
  const unsent = await store.listReadable().catch(() => undefined);
  if (replaces && unsent && !unsent.some(({ id }) => id === replaces)) {
    throw new SubmitError(submission.id, 'conflict');
  }
  const duplicate = unsent?.find((other) => isDuplicate(other, submission));
  const toBeSent = duplicate ?? submission;
  const outcome = await loadDeliveryCode().then(
    ({ send }) => send(toBeSent),
    () => ({ kind: 'later', error: 'no-code' }) as const,
  );
  if (outcome.kind !== 'delivered') {
    throw new SubmitError(toBeSent.id, outcome.error);
  }
  if (duplicate) {
    await store.markDelivered(duplicate.id, Date.now()).catch(() => undefined);
  }
  if (replaces) await discardOldVersion(replaces);
  broadcastChange();
  const submittedAt = performance.now();
  return { id: toBeSent.id, status: 'sent' as const, submittedAt };
}

/** Deletes a replaced submission. On a disk error, locks it and retries the deletion. */
async function discardOldVersion(id: string, failures = 0): Promise<void> {
  try {
    await store.discard(id);
    await endEditInThisTab(id);
    if (failures > 0) broadcastChange();
  } catch {
    await takeEditLock(id);
    const delay = getBackoff(failures, maxRetryDelay);
    setTimeout(discardOldVersion, delay, id, failures + 1);
  }
}
