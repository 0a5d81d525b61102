import { type ComponentType, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { emptyRegions } from '../components/announce.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { UnsentButton } from '../unsent/unsent-button.tsx';
import { AnalyticsPreference, AnalyticsPrompt } from './analytics-prompt.tsx';
import { startBackgroundTasks } from './background-tasks.ts';
import { announceDeliveryResults } from './delivery-results.ts';
import { keepFocusInView } from './focus-in-view.ts';
import { InstallNotice } from './install-notice.tsx';
import styles from './notices.module.css';
import { OfflineNotice } from './offline-notice.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** Renders all notices, and starts the tasks that can wait for an idle page. */
export function Notices() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(startBackgroundTasks, []);
  useEffect(() => {
    if (container.current) return keepFocusInView(container.current);
  }, []);
  useEffect(announceDeliveryResults, []);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `pathname` changes
  useEffect(emptyRegions, [pathname]);

  return (
    <>
      <IsolatedNotice notice={InstallNotice} />
      {__HAS_ANALYTICS__ && <IsolatedNotice notice={AnalyticsPreference} />}
      <div ref={container} className={styles.corner} data-live data-fixed>
        <IsolatedNotice notice={OfflineNotice} />
        <IsolatedNotice notice={UpdateNotice} />
        {__HAS_ANALYTICS__ && <IsolatedNotice notice={AnalyticsPrompt} />}
        <IsolatedNotice notice={UnsentButton} />
      </div>
    </>
  );
}

/** Removes a notice that crashes, and keeps the others. */
function IsolatedNotice({ notice: Notice }: { notice: ComponentType }) {
  return (
    <ErrorBoundary>
      <Notice />
    </ErrorBoundary>
  );
}
