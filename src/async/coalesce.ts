/** After long work, pause this many times its duration. */
const rest = 9;
/** But no longer, in milliseconds: what is shown must not stay untrue. */
const longestRest = 1000;
/** Work as short as this, in milliseconds, needs no pause. */
const short = 8;

/**
 * Gives a function that does the work once at a time: whatever asks for it
 * meanwhile shares one more turn. Work of a tenth of a second at most takes a
 * tenth of the time.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let working = false;
  let again = false;
  return async function ask() {
    again = true;
    if (working) return;
    working = true;
    try {
      while (again) {
        again = false;
        const start = performance.now();
        await work();
        const took = performance.now() - start;
        if (took > short) await pause(Math.min(took * rest, longestRest));
      }
    } finally {
      working = false;
    }
  };
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
