import type { Submission } from '../submissions/outbox.ts';

/**
 * The dialog says that a submission above this age, in milliseconds, has waited for
 * long.
 */
const staleAge = 24 * 60 * 60 * 1000;

/**
 * Whether the submission has waited for over a day. False for a submission from before
 * `trustedSince`, because the clock was wrong at that time.
 */
export function isStale(
  { createdAt }: Submission,
  now: number,
  trustedSince = 0,
): boolean {
  return createdAt >= trustedSince && now - createdAt > staleAge;
}
