import { requestSync } from './background-sync.ts';
import {
  deliverHere,
  prepareDelivery,
  requestDelivery,
} from './request-delivery.ts';
import { pollInterval } from './retry-schedule.ts';
import { currentOutbox, readOutbox, subscribeToOutbox } from './use-outbox.ts';

/** Requests delivery at each event after which it may succeed. */
export function startDeliveryTriggers(): void {
  addEventListener('online', () => requestDelivery({ ignoreBackoff: true }));
  addEventListener('pageshow', deliverAndRead);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') deliverAndRead();
  });
  subscribeToOutbox(handleOutboxChange);
  // A form may have read the outbox before this subscription.
  handleOutboxChange();
  void requestDelivery({ retryFailed: true });
  void prepareDelivery();
}

/** Catches up: a frozen page misses changes, and timers of a hidden page run late. */
function deliverAndRead(): void {
  void requestDelivery();
  readOutbox();
}

let isSyncRequested = false;
/** True from the start in Firefox, where the request would prompt the visitor. */
let isPersistRequested = 'mozInnerScreenX' in globalThis;

function handleOutboxChange(): void {
  const { unsent = [] } = currentOutbox() ?? {};
  // Browsers give up after some attempts, so each page registers Background Sync.
  if (unsent.length > 0 && !isSyncRequested) {
    isSyncRequested = true;
    void requestSync();
  }
  // The browser should not evict unsent submissions when the disk is full.
  if (unsent.some(({ attempts }) => attempts > 0) && !isPersistRequested) {
    isPersistRequested = true;
    navigator.storage?.persist?.().catch(() => undefined);
  }
  setTimer();
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Ids and attempts of the overdue submissions, as one text to compare. */
let overdueKey: string | undefined;
let overdueSince = 0;

/** Sets the timer for the next due submission, if any is queued. */
function setTimer(minDelay = 100): void {
  clearTimeout(timer);
  const { unsent = [] } = currentOutbox() ?? {};
  const queued = unsent.filter(({ state }) => state === 'queued');
  const late = queued.filter(({ dueAt }) => dueAt <= Date.now());
  const found = late.map(({ id, attempts }) => `${id} ${attempts}`).join();
  if (found !== overdueKey) overdueSince = performance.now();
  overdueKey = found;
  if (queued.length === 0) return;
  const next = Math.min(...queued.map(({ dueAt }) => dueAt)) - Date.now();
  timer = setTimeout(poll, Math.min(Math.max(next, minDelay), pollInterval));
}

/** Requests delivery. Bypasses a worker that accepts delivery but does not deliver. */
function poll(): void {
  const isStuck =
    overdueKey && performance.now() - overdueSince >= 2 * pollInterval;
  void (isStuck ? deliverHere({}) : requestDelivery());
  setTimer(pollInterval);
}
