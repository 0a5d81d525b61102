import { useEffect, useState } from 'react';

/** What is loaded once it is wanted; wanted anew, it is tried anew. */
export function useLoaded<T>(
  load: () => Promise<T>,
  isWanted = true,
): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (found) => setLoaded(() => found),
      () => undefined,
    );
  }, [load, isWanted]);
  return loaded;
}
