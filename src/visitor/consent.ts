import { coalesce } from '../async/coalesce.ts';
import { loadChunk } from '../async/load-chunk.ts';
import { getPreference, onPreferenceChange } from './local-preferences.ts';

/** What the visitor has answered, or what their browser says for them. */
export type Consent = 'yes' | 'no' | 'unanswered' | 'refused';

export function consent(): Consent {
  // Global Privacy Control or Do Not Track.
  const { globalPrivacyControl, doNotTrack } = navigator as {
    globalPrivacyControl?: boolean;
    doNotTrack?: string | null;
  };
  if (globalPrivacyControl === true || doNotTrack === '1') return 'refused';
  const answer = getPreference('pear_analytics');
  return answer === 'yes' || answer === 'no' ? answer : 'unanswered';
}

/** Loads analytics at a yes and stops it at a no, given in whichever tab. */
export function followConsent(): void {
  // Set by the build, so that without a measurement id all of it is left out.
  if (__HAS_ANALYTICS__) {
    let isLoaded = false;
    const follow = coalesce(async () => {
      if (isLoaded || isYes()) {
        try {
          const { setAnalyticsEnabled } = await loadChunk(
            'firebase/analytics',
            () => import('../firebase/analytics.ts'),
          );
          await setAnalyticsEnabled(isYes);
          isLoaded = true;
        } catch {
          // Blockers may keep it away: then nothing is counted.
        }
      }
      if (!isYes()) removeTraces();
    });
    void follow();
    onPreferenceChange(follow);
  }
}

const isYes = () => consent() === 'yes';

/** A database that this page has open goes when a later page does the same. */
function removeTraces(): void {
  const names = document.cookie
    .split('; ')
    .map((cookie) => cookie.split('=')[0]);
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const name of names.filter((name) => /^_ga(_|$)/.test(name ?? ''))) {
    for (const domain of ['', ...domains.map((one) => `; domain=${one}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari has no other way
      document.cookie = `${name}=; max-age=0; path=/${domain}`;
    }
  }
  try {
    for (const name of ['installations', 'heartbeat']) {
      indexedDB.deleteDatabase(`firebase-${name}-database`);
    }
  } catch {
    // Where there is no database nothing was kept.
  }
}
