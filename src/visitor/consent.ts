import { coalesce } from '../async/coalesce.ts';
import { loadChunk } from '../async/load-chunk.ts';
import { whenResumed } from '../async/page-freeze.ts';
import { getPreference, onPreferenceChange } from './local-preferences.ts';

/** 'refused' means that the browser sends Global Privacy Control or Do Not Track. */
export type Consent = 'yes' | 'no' | 'unanswered' | 'refused';

/** Returns the visitor's answer. It never expires. */
export function getConsent(): Consent {
  const { globalPrivacyControl, doNotTrack } = navigator;
  if (globalPrivacyControl === true || doNotTrack === '1') return 'refused';

  const answer = getPreference('pear_analytics');
  return answer === 'yes' || answer === 'no' ? answer : 'unanswered';
}

/** Loads or stops analytics now and whenever the consent changes in any tab. */
export function watchConsent(): void {
  // The build removes the rest if no measurement id is configured.
  if (!__HAS_ANALYTICS__) return;

  let isScriptLoaded = false;

  async function updateScript(): Promise<void> {
    try {
      const { setAnalyticsEnabled } = await loadChunk(
        'firebase/analytics',
        () => import('../firebase/analytics.ts'),
      );
      await setAnalyticsEnabled(hasConsent);
      isScriptLoaded = true;
    } catch {
      // A content blocker may block the script. Then the visit is not counted.
    }
  }

  const applyConsent = coalesce(async () => {
    await whenResumed();
    if (isScriptLoaded || hasConsent()) await updateScript();
    if (!hasConsent()) deleteAnalyticsData();
  });

  void applyConsent();
  onPreferenceChange(applyConsent);
}

const hasConsent = () => getConsent() === 'yes';

/** Deletes the cookies and databases of analytics from every domain of this host. */
export function deleteAnalyticsData(): void {
  const labels = location.hostname.split('.');
  // Analytics sets its cookies on the widest domain that the browser accepts.
  const domainAttributes = [
    '',
    ...labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`),
  ];

  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    const isOfAnalytics = /^_ga(_|$)/.test(name);
    if (!isOfAnalytics) continue;

    for (const domainAttribute of domainAttributes) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari lacks cookieStore
      document.cookie = `${name}=; max-age=0; path=/${domainAttribute}`;
    }
  }

  try {
    // A page that has the database open delays deletion, so each page load tries again.
    indexedDB.deleteDatabase('firebase-installations-database');
    indexedDB.deleteDatabase('firebase-heartbeat-database');
  } catch {
    // A browser without IndexedDB has stored nothing.
  }
}
