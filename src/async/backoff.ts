/** The step at which delays begin. `getBackoff(3)` returns 4 to 8 seconds. */
export const initialBackoffStep = 3;

/**
 * Returns a delay in ms that doubles with each attempt, minus a random part of up to
 * half. `p-retry` is not used, because a stopped worker would lose its attempt count.
 */
export function getBackoff(
  attempts: number,
  maxDelay = 60_000,
  random = Math.random(),
): number {
  const delay = Math.min(maxDelay, 1000 * 2 ** attempts);
  return Math.round(delay / 2 + (delay / 2) * random);
}
