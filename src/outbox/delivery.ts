import { backoff } from '../async/backoff.ts';
import type { Outcome } from '../firebase/outcome.ts';
import type { DeliveryOptions } from './messages.ts';
import { maxRetryDelay } from './retry-schedule.ts';
import {
  isDue,
  isReadable,
  postpone,
  refuse,
  requeue,
  type Submission,
} from './submission.ts';

/** Every effect that delivery has on the world outside. */
export interface Effects {
  /** All that is kept, oldest first. */
  list(): Promise<Submission[]>;
  read(id: string): Promise<Submission | undefined>;
  /** Whether it is being edited: then its old words must not leave. */
  isEdited(id: string): Promise<boolean>;
  update(submission: Submission): Promise<void>;
  markDelivered(id: string, now: number): Promise<void>;
  send(submission: Submission): Promise<Outcome>;
  /** Runs the work while nobody else sends this one, nor begins to edit it. */
  whileLocked<T>(id: string, work: () => Promise<T>): Promise<T>;
  now(): number;
  random(): number;
  broadcastChange(): void;
  /** One line without personal data. */
  report(submission: Submission, error: string): void;
}

/**
 * Tries every submission that is due, each once, oldest first, and returns the
 * number that still wait. Nothing is removed before a positive answer.
 */
export async function deliver(
  effects: Effects,
  options: DeliveryOptions,
): Promise<number> {
  const seen = new Set<string>();
  let waiting = 0;
  for (let found = await effects.list(); found.length > 0; ) {
    for (const submission of found) {
      seen.add(submission.id);
      if (await attemptDelivery(effects, submission, options)) waiting += 1;
    }
    found = (await effects.list()).filter(({ id }) => !seen.has(id));
  }
  return waiting;
}

async function attemptDelivery(
  effects: Effects,
  found: Submission,
  options: DeliveryOptions,
): Promise<boolean> {
  // Of a thousand that are not due none is locked or read again.
  if (!shouldTry(found, options, effects.now())) return isQueued(found);
  // One that the disk fails must not hold back the others: it waits.
  return effects
    .whileLocked(found.id, () => deliverOne(effects, found.id, options))
    .catch(() => true);
}

function isQueued(found: Submission): boolean {
  return isReadable(found) && found.state === 'queued';
}

function shouldTry(
  found: Submission,
  { ignoreBackoff = false, retryFailed = false }: DeliveryOptions,
  now: number,
): boolean {
  if (!isReadable(found)) return false;
  if (found.state === 'refused') return retryFailed;
  return ignoreBackoff || isDue(found, now);
}

async function deliverOne(
  effects: Effects,
  id: string,
  options: DeliveryOptions,
): Promise<boolean> {
  const found = await effects.read(id);
  if (!found) return false;
  if (!shouldTry(found, options, effects.now())) return isQueued(found);
  if (await effects.isEdited(id)) return true;
  const isRefused = found.state === 'refused';
  // Browsers say 'online' a little before they are: with a new reason to hope
  // the delays begin anew, at their shortest.
  const submission =
    options.ignoreBackoff && !isRefused ? requeue(found, effects.now()) : found;
  const outcome = await effects.send(submission);
  // No answer is no news of what was refused: it stays refused.
  if (isRefused && outcome.kind === 'later') return false;
  await applyOutcome(effects, submission, outcome);
  effects.broadcastChange();
  return outcome.kind === 'later';
}

async function applyOutcome(
  effects: Effects,
  submission: Submission,
  outcome: Outcome,
): Promise<void> {
  const { id, attempts } = submission;
  const now = effects.now();
  switch (outcome.kind) {
    case 'delivered':
      return effects.markDelivered(id, now);
    case 'later': {
      const delay = backoff(attempts, maxRetryDelay, effects.random());
      return effects.update(postpone(submission, now, delay, outcome.error));
    }
    case 'refused':
      effects.report(submission, outcome.error);
      return effects.update(refuse(submission, now, outcome.error));
  }
}
