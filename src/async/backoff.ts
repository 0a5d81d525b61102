// Not p-retry: it counts in memory, and a worker is killed between attempts.
/** Doubles up to the longest delay, with jitter between half and all of it. */
export function backoff(
  attempts: number,
  longest: number,
  random = Math.random(),
): number {
  const full = Math.min(longest, 1000 * 2 ** attempts);
  return Math.round(full / 2 + (full / 2) * random);
}
