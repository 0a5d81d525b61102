import { useEffect } from 'react';
import { offlineTexts } from '../../content/care-label.ts';
import { ForgetMeOnDemand } from '../../forms/forget-me-on-demand.tsx';
import type { CountsProps } from './care-label.tsx';

/** Counts what the care label shows, and renders the label's button. */
export function CareLabelCounts({ setValues }: CountsProps) {
  useEffect(() => {
    async function updateValues() {
      const offlineText = await readOfflineStatus();
      const counts = [countCookies(), countThirdPartyFiles()];
      setValues([...counts.map(String), offlineText]);
    }

    void updateValues();
    const observer = new PerformanceObserver(updateValues);
    observer.observe({ type: 'resource' });
    // `ready` never settles if no worker is registered.
    void navigator.serviceWorker?.ready.then(updateValues);

    return () => observer.disconnect();
  }, [setValues]);

  return <ForgetMeOnDemand />;
}

function countCookies(): number {
  return document.cookie.split(';').filter((cookie) => cookie.trim()).length;
}

/** Counts the files that were loaded over HTTP(S) from another origin. */
function countThirdPartyFiles(): number {
  const names = performance.getEntriesByType('resource').map((r) => r.name);
  const siteUrl = `${location.origin}/`;
  return names.filter((n) => /^https?:/.test(n) && !n.startsWith(siteUrl))
    .length;
}

async function readOfflineStatus(): Promise<string> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    // A proxy may have altered the page, or the browser may have deleted its copy.
    const isStored = await caches.match(location.pathname, {
      ignoreSearch: true,
    });
    return registration?.active && isStored
      ? offlineTexts.yes
      : offlineTexts.notYet;
  } catch {
    // The browser lacks service workers or forbids them, as in private windows.
    return offlineTexts.no;
  }
}
