/** Ratio of the pause after a run to the duration of that run. */
const pausePerRunTime = 9;
/** Maximum pause in milliseconds. A longer pause would delay what the page shows. */
const maxPause = 1000;
/** A run of at most this many milliseconds needs no pause after it. */
const maxRunWithoutPause = 8;

/**
 * Returns a function that runs the work. Calls during a run share a single next
 * run. Pauses between the runs leave time for other work.
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
        const startTime = performance.now();
        await work();
        const runDuration = performance.now() - startTime;
        if (runDuration <= maxRunWithoutPause) continue;

        const pauseDuration = Math.min(runDuration * pausePerRunTime, maxPause);
        await new Promise((resolve) => setTimeout(resolve, pauseDuration));
      }
    } finally {
      isRunning = false;
    }
  };
}
