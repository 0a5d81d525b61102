import { loadChunk } from '../async/load-chunk.ts';

/** Loads analytics where it is configured and the visitor does not object. */
export async function startAnalyticsUnlessRefused(): Promise<void> {
  // Set by the build, so that without a measurement id all of it is left out.
  if (__HAS_ANALYTICS__ && !isRefused()) {
    await loadChunk(
      'firebase/analytics',
      () => import('../firebase/analytics.ts'),
    )
      .then(({ startAnalytics }) => startAnalytics())
      .catch(() => undefined);
  }
}

interface Preferences {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
}

/** Global Privacy Control or Do Not Track. */
function isRefused(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Preferences;
  return globalPrivacyControl === true || doNotTrack === '1';
}
