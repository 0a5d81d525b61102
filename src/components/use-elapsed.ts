import { useEffect, useState } from 'react';

/**
 * A live region is empty for so long: screen readers announce changes only in
 * an element they have seen before.
 */
export const announcedAfter = 100;

/** Whether this time has passed since the first render. */
export function useElapsed(time: number): boolean {
  const [first] = useState(time);
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setElapsed, first, true);
    return () => clearTimeout(timer);
  }, [first]);
  return hasElapsed;
}
