import type { Outcome } from '../firebase/outcome.ts';
import { backoff } from './backoff.ts';
import {
  fail,
  isDue,
  isReadable,
  postpone,
  requeue,
  type Submission,
} from './submission.ts';

/** Every effect that delivery has on the world outside. */
export interface World {
  keys(): Promise<string[]>;
  read(id: string): Promise<Submission | undefined>;
  /** Whether it is being edited: then its old words must not leave. */
  isHeld(id: string): Promise<boolean>;
  /** Replaces the submission, unless it is gone. */
  update(submission: Submission): Promise<void>;
  /** Removes the submission and leaves a receipt, in one transaction. */
  settle(id: string, now: number): Promise<void>;
  send(submission: Submission): Promise<Outcome>;
  /** Runs the work while nobody else delivers, nor begins to edit this one. */
  exclusively<T>(id: string, work: () => Promise<T>): Promise<T>;
  now(): number;
  random(): number;
  /** Tells every page to read the store again. */
  announce(): void;
  /** One line without personal data. */
  report(submission: Submission, error: string): void;
}

export interface Eagerness {
  /** Do not wait for the next due time. */
  now?: boolean;
  /** Give what was refused one more try. */
  failedToo?: boolean;
}

/**
 * Tries every submission that is due, each once, oldest first, and gives the
 * number that still wait. Nothing is removed before a positive answer, and the
 * lock is taken for each anew, so that no holder keeps it for long.
 */
export async function deliver(
  world: World,
  eagerness: Eagerness,
): Promise<number> {
  const tried = new Set<string>();
  let waiting = 0;
  for (let ids = await world.keys(); ids.length > 0; ) {
    for (const id of ids) {
      tried.add(id);
      // One that the disk fails must not hold back the others: it waits.
      const waits = await world
        .exclusively(id, () => deliverOne(world, id, eagerness))
        .catch(() => true);
      if (waits) waiting += 1;
    }
    ids = (await world.keys()).filter((id) => !tried.has(id));
  }
  return waiting;
}

/** Gives whether the submission still waits for delivery. */
async function deliverOne(
  world: World,
  id: string,
  eagerness: Eagerness,
): Promise<boolean> {
  const found = await world.read(id);
  if (!found || !isReadable(found)) return false;
  if (found.state === 'failed' && !eagerness.failedToo) return false;
  if (await world.isHeld(id)) return true;
  const isRefused = found.state === 'failed';
  // Browsers say 'online' a little before they are: with a new reason to hope
  // the waits begin anew, at their shortest.
  const submission =
    eagerness.now && !isRefused ? requeue(found, world.now()) : found;
  if (!isRefused && !isDue(submission, world.now())) return true;
  const outcome = await world.send(submission);
  // No answer is no news of what was refused: it stays refused.
  if (isRefused && outcome.kind === 'later') return false;
  await applyOutcome(world, submission, outcome);
  world.announce();
  return outcome.kind === 'later';
}

async function applyOutcome(
  world: World,
  submission: Submission,
  outcome: Outcome,
): Promise<void> {
  const now = world.now();
  switch (outcome.kind) {
    case 'delivered':
      return world.settle(submission.id, now);
    case 'later': {
      const delay = backoff(submission.attempts, world.random());
      return world.update(postpone(submission, now, delay, outcome.error));
    }
    case 'never':
      world.report(submission, outcome.error);
      return world.update(fail(submission, now, outcome.error));
  }
}
