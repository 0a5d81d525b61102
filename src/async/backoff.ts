/** The longest delay in ms before a first retry, for code that is downloaded again. */
export const firstDownloadDelay = 8000;

interface Options {
  /** The longest delay before the first retry, in ms. */
  firstDelay?: number;
  maxDelay?: number;
  /** From 0 to 1. */
  random?: number;
}

/**
 * Returns a delay in ms. It doubles with each failure after the first one, which has
 * the number 0, minus a random part of up to half. The package p-retry is not used,
 * because a stopped worker would lose its count.
 */
export function getBackoff(
  failures: number,
  {
    firstDelay = 1000,
    maxDelay = 60_000,
    random = Math.random(),
  }: Options = {},
): number {
  const delay = Math.min(maxDelay, firstDelay * 2 ** failures);
  const halfDelay = delay / 2;
  return Math.round(halfDelay + halfDelay * random);
}
