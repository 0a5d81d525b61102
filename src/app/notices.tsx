import { useEffect, useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { Dispensable } from '../components/dispensable.tsx';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { notices as words } from '../content/notices.ts';
import { isProduction } from '../env.ts';
import { keepDelivering } from '../outbox/triggers.ts';
import { UnsentButton } from '../unsent/unsent-button.tsx';
import { useUnsent } from '../unsent/use-unsent.ts';
import { followConsent } from './analytics-consent.ts';
import { AskToCount, CountingChoice } from './analytics-question.tsx';
import { Install } from './install.tsx';
import styles from './notices.module.css';
import { registerWorker } from './register-worker.ts';
import { applyUpdate, onUpdate, updateState } from './update.ts';

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
          <Offline />
        </Dispensable>
        <Dispensable>
          <Update />
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

function startWork(): void {
  if (isProduction) void registerWorker();
  keepDelivering();
  followConsent();
}

function Offline() {
  const isOffline = useSyncExternalStore(onConnection, readOffline);
  const canAnnounce = useElapsed(announcedAfter);
  // Where nothing can be read nothing is kept.
  const isKept = useUnsent() !== undefined;
  return (
    <p aria-live="polite" className={`${styles.notice} ${styles.offline}`}>
      {canAnnounce && isOffline && words.offline}
      {canAnnounce && isOffline && isKept && ` ${words.kept}`}
    </p>
  );
}

function readOffline(): boolean {
  return !navigator.onLine;
}

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

function Update() {
  const state = useSyncExternalStore(onUpdate, updateState);
  return (
    <div aria-live="polite" className={styles.notice}>
      {state !== 'none' && (
        <>
          <p>{state === 'ready' ? words.update : words.updating}</p>
          <SmallButton onClick={applyUpdate}>{words.reload}</SmallButton>
        </>
      )}
    </div>
  );
}
