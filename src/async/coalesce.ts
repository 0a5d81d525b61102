/** After long work, pause this many times its duration. */
const rest = 9;
/** Work as short as this, in milliseconds, needs no pause. */
const short = 8;

/**
 * Gives a function that does the work once at a time: whatever asks for it
 * meanwhile shares one more turn. Long work takes a tenth of the time at most.
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
        if (took > short) await pause(took * rest);
      }
    } finally {
      working = false;
    }
  };
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
