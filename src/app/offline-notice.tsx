import { useSyncExternalStore } from 'react';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { notices as words } from '../content/notices.ts';
import { useUnsent } from '../unsent/use-unsent.ts';
import { isOffline, onConnection } from './connection.ts';
import styles from './notices.module.css';

export function OfflineNotice() {
  const isShown = useSyncExternalStore(onConnection, isOffline);
  const canAnnounce = useElapsed(announcedAfter);
  // Where nothing can be read nothing is kept.
  const isKept = useUnsent() !== undefined;
  return (
    <div aria-live="polite" className={`${styles.notice} ${styles.offline}`}>
      {canAnnounce && isShown && <p>{words.offline}</p>}
      {canAnnounce && isShown && isKept && <p>{words.kept}</p>}
    </div>
  );
}
