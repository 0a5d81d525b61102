import { getBackoff } from '../async/backoff.ts';

// All times are in milliseconds.

/** Longest delay between two attempts to deliver a submission. */
export const maxRetryDelay = 5 * 60 * 1000;

/**
 * While a submission is queued, a page requests delivery at least this often, because
 * browsers stop workers.
 */
export const pollInterval = 25_000;

/** Returns the delay before the next attempt. `random` is a number from 0 to 1. */
export function getRetryDelay(failures: number, random: number): number {
  return getBackoff(failures, { maxDelay: maxRetryDelay, random });
}
