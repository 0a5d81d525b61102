import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { notices as words } from '../content/notices.ts';
import {
  currentOutbox,
  subscribeToOutbox,
  useUnsent,
} from '../outbox/use-outbox.ts';
import { announce } from './announcements.ts';
import styles from './notices.module.css';

/** What was under way as the network went has had its answer by then. */
const answeredWithin = 20_000;

export function OfflineNotice() {
  const isShown = useSyncExternalStore(subscribe, isOffline);
  const isHidden = useSyncExternalStore(subscribe, () => isClosed);
  // Where nothing can be read nothing is kept.
  const isKept = useUnsent() !== undefined;
  const wasShown = useRef(false);
  useEffect(() => {
    if (isShown === wasShown.current) return;
    wasShown.current = isShown;
    announce(isShown ? words.offline : words.online);
  }, [isShown]);
  if (!isShown || isHidden) return null;
  return (
    <section
      aria-label={words.offline}
      className={`${styles.notice} ${styles.offline}`}
    >
      <p>{words.offline}</p>
      {isKept && <p>{words.kept}</p>}
      <SmallButton onClick={close}>{words.close}</SmallButton>
    </section>
  );
}

const { subscribe, notify } = createSignal();
/** Something has come over the network since the browser said it had gone. */
let isReached = false;
/** Until the network goes again. */
let isClosed = false;

/** Announcements follow this, whether or not the notice shows. */
function isOffline(): boolean {
  return !navigator.onLine && !isReached;
}

function close(): void {
  isClosed = true;
  notify();
  focusHeading();
}

/** Follows whether the page is offline until it is closed. */
export function watchNetwork(): void {
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
  subscribeToOutbox(() => {
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
}
