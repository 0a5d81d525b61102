import type { Submission } from '../submissions/outbox.ts';

/** Age in milliseconds at which the dialog says that a message waits for over a day. */
const staleAge = 24 * 60 * 60 * 1000;

/** Whether the submission waits for over a day. Times before `trustedSince` prove nothing. */
export function isStale(
  { createdAt }: Submission,
  now: number,
  trustedSince = 0,
): boolean {
  return createdAt >= trustedSince && now - createdAt > staleAge;
}
