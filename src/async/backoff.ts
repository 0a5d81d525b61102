/**
 * Doubles the delay with each attempt, with jitter between half and all of it.
 * `p-retry` would count in memory, but a worker is killed between attempts.
 */
export function backoff(
  attempts: number,
  maxDelay: number,
  random = Math.random(),
): number {
  const delay = Math.min(maxDelay, 1000 * 2 ** attempts);
  return Math.round(delay / 2 + (delay / 2) * random);
}
