const first = 1000;
export const longestDelay = 5 * 60 * 1000;

/**
 * Takes the attempts made so far and a random number in [0, 1); gives the
 * milliseconds to wait: doubling up to a cap, between half and all of it.
 */
export function backoff(attempts: number, random: number): number {
  const full = Math.min(longestDelay, first * 2 ** attempts);
  return Math.round(full / 2 + (full / 2) * random);
}
