import { useEffect } from 'react';
import { Dispensable } from '../components/dispensable.tsx';
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
      <Dispensable>
        <Install />
      </Dispensable>
      {__HAS_ANALYTICS__ && (
        <Dispensable>
          <CountingChoice />
        </Dispensable>
      )}
      <div className={styles.corner} data-live>
        <Dispensable>
          <OfflineNotice />
        </Dispensable>
        <Dispensable>
          <UpdateNotice />
        </Dispensable>
        {__HAS_ANALYTICS__ && (
          <Dispensable>
            <AskToCount />
          </Dispensable>
        )}
        <Dispensable>
          <UnsentButton />
        </Dispensable>
      </div>
    </>
  );
}
