import { useEffect } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { UnsentButton } from '../unsent/unsent-button.tsx';
import { AskToCount, CountingChoice } from './analytics-question.tsx';
import { Install } from './install.tsx';
import styles from './notices.module.css';
import { OfflineNotice } from './offline-notice.tsx';
import { startWork } from './start-work.ts';
import { UpdateNotice } from './update-notice.tsx';

/** What the visitor should know and may ignore. */
export function Notices() {
  useEffect(startWork, []);
  return (
    <>
      <ErrorBoundary>
        <Install />
      </ErrorBoundary>
      {__HAS_ANALYTICS__ && (
        <ErrorBoundary>
          <CountingChoice />
        </ErrorBoundary>
      )}
      <div className={styles.corner} data-live>
        <ErrorBoundary>
          <OfflineNotice />
        </ErrorBoundary>
        <ErrorBoundary>
          <UpdateNotice />
        </ErrorBoundary>
        {__HAS_ANALYTICS__ && (
          <ErrorBoundary>
            <AskToCount />
          </ErrorBoundary>
        )}
        <ErrorBoundary>
          <UnsentButton />
        </ErrorBoundary>
      </div>
    </>
  );
}
