/**
 * Returns a delay in ms that doubles with each attempt, with jitter of up to half
 * of it. `p-retry` counts in memory, which a stopped worker loses.
 */
export function backoff(
  attempts: number,
  maxDelay: number,
  random = Math.random(),
): number {
  const delay = Math.min(maxDelay, 1000 * 2 ** attempts);
  return Math.round(delay / 2 + (delay / 2) * random);
}
