import { useEffect, useState } from 'react';
import { WovenLabel } from '../components/woven-label.tsx';
import { careLabelTexts, offlineAnswers } from '../content/care-label.ts';
import { countCookies, countThirdPartyResources } from './care-label-counts.ts';
import { ForgetMe } from './forget-me.tsx';

export function CareLabelWithCounts() {
  const [values, setValues] = useState<string[]>();
  useEffect(() => {
    async function updateCounts() {
      const offlineAnswer = await readOfflineAnswer();
      const resources = performance.getEntriesByType('resource');
      setValues([
        `${countCookies(document.cookie)}`,
        `${countThirdPartyResources(resources, location.origin)}`,
        offlineAnswer,
      ]);
    }
    void updateCounts();
    const observer = new PerformanceObserver(updateCounts);
    observer.observe({ type: 'resource' });
    // `ready` never settles if no worker is registered.
    void navigator.serviceWorker?.ready.then(updateCounts);
    return () => observer.disconnect();
  }, []);
  return (
    <WovenLabel {...careLabelTexts} values={values}>
      <ForgetMe />
    </WovenLabel>
  );
}

async function readOfflineAnswer(): Promise<string> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    // A worker is active only after it has cached every page.
    return registration?.active ? offlineAnswers.yes : offlineAnswers.notYet;
  } catch {
    // The browser lacks service workers or forbids them, as in private windows.
    return offlineAnswers.no;
  }
}
