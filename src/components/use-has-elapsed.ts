import { useEffect, useState } from 'react';

/**
 * Milliseconds for which a new live region must stay empty, because screen readers
 * announce changes only in a region that they already know.
 */
export const announceDelay = 100;

/** Returns whether this many milliseconds have passed since the first render. */
export function useHasElapsed(time: number): boolean {
  const [firstTime] = useState(time);
  const [hasElapsed, setHasElapsed] = useState(false);

  useEffect(() => {
    const timer = setTimeout(setHasElapsed, firstTime, true);
    return () => clearTimeout(timer);
  }, [firstTime]);

  return hasElapsed;
}
