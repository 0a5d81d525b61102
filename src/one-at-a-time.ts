/**
 * Gives a function that does the work once at a time: whatever asks for it
 * meanwhile shares one more turn.
 */
export function oneAtATime(work: () => Promise<void>): () => void {
  let working = false;
  let again = false;
  return async function ask() {
    again = true;
    if (working) return;
    working = true;
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      working = false;
    }
  };
}
