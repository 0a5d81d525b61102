/** Waits for a moment in which the page has nothing better to do. */
export function untilIdle(timeout: number): Promise<unknown> {
  return new Promise((done) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(done, { timeout })
      : setTimeout(done, 200),
  );
}
