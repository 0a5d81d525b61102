/** A run is followed by a pause of this many times its duration. */
const pauseFactor = 9;
/** In milliseconds. A longer pause would delay what the page shows. */
const maxPause = 1000;
/** In milliseconds. A run that took no longer is followed by no pause. */
const shortRun = 8;

/**
 * Runs one call at a time. Calls during a run share a single next run. Repeated
 * runs take about a tenth of the time.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isRequested = false;
  return async function run() {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        const start = performance.now();
        await work();
        const duration = performance.now() - start;
        if (duration <= shortRun) continue;
        const pause = Math.min(duration * pauseFactor, maxPause);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    } finally {
      isRunning = false;
    }
  };
}
