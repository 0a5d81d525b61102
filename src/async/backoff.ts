const first = 1000;

/**
 * Takes the attempts made so far and the longest delay; returns the
 * milliseconds to wait: doubling up to it, between half and all of that by the
 * random number in [0, 1).
 */
export function backoff(
  attempts: number,
  longest: number,
  random = Math.random(),
): number {
  const full = Math.min(longest, first * 2 ** attempts);
  return Math.round(full / 2 + (full / 2) * random);
}
