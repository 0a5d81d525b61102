import { useEffect, useSyncExternalStore } from 'react';
import { createSignal } from '../async/signal.ts';
import { announce } from '../components/announce.ts';
import { focusHeading, keepFocus } from '../components/focus-heading.ts';
import { noticeTexts } from '../content/notices.ts';
import { useUnsent } from '../submissions/use-outbox.ts';
import { writability } from '../submissions/writability.ts';
import { CloseButton } from './close-button.tsx';
import { onDeliveryResult } from './delivery-results.ts';
import { leaveHiddenNotice } from './leave-hidden-notice.ts';
import styles from './notices.module.css';

/** Milliseconds within which a request ends that began before an `offline` event. */
const maxRequestDuration = 20_000;
const { subscribe, notify } = createSignal();
/** Whether a request has succeeded since the browser's last `offline` event. */
let isSiteReachable = false;
/** Whether the visitor has closed the notice since the last `offline` event. */
let isNoticeClosed = false;
/** Whether the last announcement said that the browser is offline. */
let isAnnouncedOffline = false;

function getIsOffline(): boolean {
  return !navigator.onLine && !isSiteReachable;
}

/**
 * Returns the text to announce, and counts it as announced. Returns '' if the connection
 * has come back before its loss was announced.
 */
function takeAnnouncement(): string {
  const isOffline = getIsOffline();
  if (isOffline === isAnnouncedOffline) return '';

  isAnnouncedOffline = isOffline;
  return isOffline ? noticeTexts.offline : noticeTexts.online;
}

export function OfflineNotice() {
  const isOffline = useSyncExternalStore(subscribe, getIsOffline);
  const isClosed = useSyncExternalStore(subscribe, () => isNoticeClosed);
  const canWrite = useSyncExternalStore(writability.subscribe, writability.get);
  const unsent = useUnsent();
  // If the outbox cannot be read (undefined), nothing can be stored either.
  const canRead = unsent !== undefined;
  // The button for unsent submissions replaces the notice.
  const isReplaced = canRead && unsent.length > 0;

  useEffect(() => {
    if (isOffline !== isAnnouncedOffline) announce(takeAnnouncement);
  }, [isOffline]);

  if (!isOffline || isClosed || isReplaced) return null;
  return (
    <section
      ref={leaveHiddenNotice}
      aria-label={noticeTexts.offline}
      className={styles.notice}
    >
      <div>
        <p>{noticeTexts.offline}</p>
        {canRead && canWrite && <p>{noticeTexts.kept}</p>}
      </div>
      <CloseButton
        ref={keepFocus}
        aria-label={noticeTexts.closeOffline}
        onClick={close}
      />
    </section>
  );
}

function close(): void {
  isNoticeClosed = true;
  notify();
  // Safari does not focus a button on a click.
  focusHeading();
}

/** Tracks whether the server is reachable, because `navigator.onLine` may be wrong. */
export function watchNetwork(): void {
  /** Time of the last `offline` event, from performance.now(). */
  let offlineSince = 0;

  const setReachable = (value: boolean) => {
    isSiteReachable = value;
    notify();
  };

  addEventListener('online', notify);
  addEventListener('offline', () => {
    offlineSince = performance.now();
    isNoticeClosed = false;
    setReachable(false);
  });

  onDeliveryResult((status) => {
    const isNewRequest =
      !offlineSince || performance.now() - offlineSince > maxRequestDuration;
    if (status === 'sent' && isNewRequest) setReachable(true);
  });

  const isFromNetwork = (entry: PerformanceResourceTiming) =>
    entry.startTime >= offlineSince &&
    entry.transferSize > 0 &&
    entry.workerStart === 0;

  try {
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as PerformanceResourceTiming[];
      if (entries.some(isFromNetwork)) setReachable(true);
    }).observe({ type: 'resource' });
  } catch {
    // Without resource timing, only a delivery proves that there is a connection.
  }
}
