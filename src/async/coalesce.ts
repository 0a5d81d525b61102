/** After long work, pause this many times its duration. */
const restFactor = 9;
/** But no longer, in milliseconds: what is shown must not stay untrue. */
const longestRest = 1000;
/** Work as short as this, in milliseconds, needs no pause. */
const noRestUpTo = 8;

/**
 * Does the work once at a time: whatever asks for it meanwhile shares one more
 * turn. Work asked for again and again takes about a tenth of the time.
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
        if (took > noRestUpTo) {
          const rest = Math.min(took * restFactor, longestRest);
          await new Promise((resolve) => setTimeout(resolve, rest));
        }
      }
    } finally {
      working = false;
    }
  };
}
