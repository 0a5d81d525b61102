import { useEffect, useSyncExternalStore } from 'react';
import { offlineNotice } from './content/unsent.ts';
import { isProduction } from './env.ts';
import { Unsent } from './forms/unsent.tsx';
import styles from './notices.module.css';
import { subscribe } from './outbox/client.ts';
import { keepDelivering } from './outbox/triggers.ts';
import { registerWorker } from './update.tsx';

/** The quiet corner: what the visitor should know and may ignore. */
export function Notices() {
  const offline = useSyncExternalStore(onChange, isOffline, () => false);
  useEffect(startWork, []);
  return (
    <div className={styles.notices}>
      <p aria-live="polite" className={styles.offline}>
        {offline && offlineNotice}
      </p>
      <Unsent />
    </div>
  );
}

function startWork(): void {
  if (isProduction) void registerWorker();
  keepDelivering(subscribe);
}

function isOffline(): boolean {
  return !navigator.onLine;
}

function onChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
