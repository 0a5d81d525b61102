/** Doubles up to the longest delay; by chance between half and all of that. */
export function backoff(
  attempts: number,
  longest: number,
  random = Math.random(),
): number {
  const full = Math.min(longest, 1000 * 2 ** attempts);
  return Math.round(full / 2 + (full / 2) * random);
}
