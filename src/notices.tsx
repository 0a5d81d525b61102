import { useEffect, useSyncExternalStore } from 'react';
import { startAnalyticsUnlessRefused } from './analytics-consent.ts';
import { notices as words } from './content/notices.ts';
import { isProduction } from './env.ts';
import { Unsent } from './forms/unsent.tsx';
import { installApp, installState, onInstallChange } from './install.ts';
import { loadAllWhenHere } from './load-ahead.ts';
import styles from './notices.module.css';
import { subscribe } from './outbox/client.ts';
import { keepDelivering } from './outbox/triggers.ts';
import {
  applyUpdate,
  onUpdate,
  registerWorker,
  updateState,
} from './update.ts';

/** What the visitor should know and may ignore. */
export function Notices() {
  useEffect(startWork, []);
  return (
    <>
      <Install />
      <div className={styles.corner}>
        <Offline />
        <Update />
        <Unsent />
      </div>
    </>
  );
}

function startWork(): void {
  if (isProduction) void registerWorker();
  void loadAllWhenHere();
  keepDelivering(subscribe);
  void startAnalyticsUnlessRefused();
}

function Offline() {
  const isOffline = useSyncExternalStore(onConnection, readOffline);
  return (
    <p aria-live="polite" className={`${styles.notice} ${styles.offline}`}>
      {isOffline && words.offline}
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
          <button type="button" className={styles.action} onClick={applyUpdate}>
            {words.reload}
          </button>
        </>
      )}
    </div>
  );
}

/** At the foot of the page, where nobody is interrupted. */
function Install() {
  const state = useSyncExternalStore(onInstallChange, installState);
  if (state === 'none') return null;
  return (
    <aside className={styles.install} aria-live="polite">
      {state === 'offered' && (
        <button type="button" className={styles.action} onClick={installApp}>
          {words.install}
        </button>
      )}
      {state === 'installed' && <p>{words.installed}</p>}
      {state === 'by hand' && <p>{words.installByHand}</p>}
    </aside>
  );
}
