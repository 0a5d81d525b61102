import { useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { notices as words } from '../content/notices.ts';
import { currentOutbox, follow, useUnsent } from '../outbox/live.ts';
import styles from './notices.module.css';

/** What was under way as the network went has had its answer by then. */
const answeredWithin = 20_000;

export function OfflineNotice() {
  const isShown = useSyncExternalStore(watch, isOffline);
  const canAnnounce = useElapsed(announcedAfter);
  // Where nothing can be read nothing is kept.
  const isKept = useUnsent() !== undefined;
  return (
    <div aria-live="polite" className={`${styles.notice} ${styles.offline}`}>
      {canAnnounce && isShown && <p>{words.offline}</p>}
      {canAnnounce && isShown && isKept && <p>{words.kept}</p>}
      {canAnnounce && isShown && (
        <SmallButton onClick={close}>{words.close}</SmallButton>
      )}
    </div>
  );
}

/** Something has come over the network since the browser said it had gone. */
let isReached = false;
/** Until the network goes again. */
let isClosed = false;
const { subscribe, notify } = createSignal();

function isOffline(): boolean {
  return !navigator.onLine && !isReached && !isClosed;
}

function close(): void {
  isClosed = true;
  notify();
  focusHeading();
}

/** Calls the listener when that may have changed, as long as the page is open. */
function watch(listener: () => void): () => void {
  subscribe(listener);
  /** By entries' clock. */
  let goneAt = 0;
  let before = currentOutbox()?.statuses;
  const setReached = (reached: boolean) => {
    isReached = reached;
    notify();
  };
  addEventListener('online', notify);
  addEventListener('offline', () => {
    goneAt = performance.now();
    isClosed = false;
    setReached(false);
  });
  follow(() => {
    const { statuses } = currentOutbox() ?? {};
    const sent = [...(statuses ?? [])].filter(([, now]) => now === 'sent');
    const isNew = sent.some(([id]) => before?.get(id) !== 'sent');
    const isSince = !goneAt || performance.now() - goneAt > answeredWithin;
    if (before && isNew && isSince) setReached(true);
    before = statuses;
  });
  try {
    // Since then, and neither out of a cache nor from the worker's.
    const hasCome = (entry: PerformanceResourceTiming) =>
      entry.startTime >= goneAt &&
      entry.transferSize > 0 &&
      entry.workerStart === 0;
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as PerformanceResourceTiming[];
      if (entries.some(hasCome)) setReached(true);
    }).observe({ type: 'resource' });
  } catch {
    // The browser does not tell: then what is delivered alone shows it.
  }
  return () => undefined;
}
