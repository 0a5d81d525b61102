import { useEffect, useState } from 'react';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabel, offline as words } from '../content/care-label.ts';
import { countCookies, countOthers } from './count-traces.ts';
import { ForgetMe } from './forget-me.tsx';

/** The care label with what this page has done in this browser so far. */
export function CountedLabel() {
  const [values, setValues] = useState<string[]>();
  useEffect(() => {
    let isMounted = true;
    const count = async () => {
      const offline = await offlineState();
      if (!isMounted) return;
      const loaded = performance.getEntriesByType('resource');
      setValues([
        `${countCookies(document.cookie)}`,
        `${countOthers(loaded, location.origin)}`,
        offline,
      ]);
    };
    void count();
    const observer = new PerformanceObserver(() => void count());
    observer.observe({ type: 'resource' });
    // `ready` stays pending where no worker is registered.
    void navigator.serviceWorker?.ready.then(count);
    return () => {
      isMounted = false;
      observer.disconnect();
    };
  }, []);
  return (
    <WovenLabel {...careLabel} values={values}>
      <ForgetMe />
    </WovenLabel>
  );
}

/** An active worker has stored all pages on this device. */
async function offlineState(): Promise<string> {
  if (!navigator.serviceWorker) return words.no;
  try {
    const found = await navigator.serviceWorker.getRegistration();
    return found?.active ? words.yes : words.notYet;
  } catch {
    // Private windows and settings may forbid workers.
    return words.no;
  }
}
