import { requestSync } from './background-sync.ts';
import { checkClock } from './clock.ts';
import { lastEdit } from './editing.ts';
import { deliverInPage, requestDelivery } from './request-delivery.ts';
import { pollInterval } from './retry-schedule.ts';
import { getOutbox, readOutbox, subscribeToOutbox } from './use-outbox.ts';

/** Requests delivery at each event after which it may succeed. */
export function startDeliveryTriggers(): void {
  checkClock();
  addEventListener('online', () => requestDelivery({ ignoreBackoff: true }));
  addEventListener('pageshow', deliverAndReadOutbox);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') deliverAndReadOutbox();
  });
  subscribeToOutbox(handleOutboxChange);
  // A form may have read the outbox before this subscription, so handle its content now.
  handleOutboxChange();
  // A form that edits a submission must get the lock before the worker does.
  void lastEdit.then(() => requestDelivery({ retryRefused: true }));
}

/** Catches up: a frozen page misses changes, and timers of a hidden page run late. */
function deliverAndReadOutbox(): void {
  checkClock();
  void requestDelivery();
  readOutbox();
}

let isSyncRequested = false;
/** False after a request, and in Firefox, where a request would prompt the visitor. */
let mayRequestPersistence = !('mozInnerScreenX' in globalThis);

function handleOutboxChange(): void {
  const { unsent = [] } = getOutbox() ?? {};
  // Browsers end a Background Sync after some attempts, so each page registers a new one.
  if (unsent.length > 0 && !isSyncRequested) {
    isSyncRequested = true;
    void requestSync();
  }
  // The browser should not evict unsent submissions when the disk is full.
  if (unsent.some(({ attempts }) => attempts > 0) && mayRequestPersistence) {
    mayRequestPersistence = false;
    navigator.storage?.persist?.().catch(() => undefined);
  }
  setTimer();
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Ids and attempts of the overdue submissions, as one text to compare. */
let lastOverdueList: string | undefined;
let overdueSince = 0;

/** Sets the timer for the next due submission, if any is queued. */
function setTimer(minDelay = 100): void {
  clearTimeout(timer);
  const { unsent = [] } = getOutbox() ?? {};
  const queued = unsent.filter(({ state }) => state === 'queued');
  const overdue = queued.filter(({ dueAt }) => dueAt <= Date.now());
  const text = overdue.map(({ id, attempts }) => `${id} ${attempts}`).join();
  if (text !== lastOverdueList) overdueSince = performance.now();
  lastOverdueList = text;
  if (queued.length === 0) return;
  const delay = Math.min(...queued.map(({ dueAt }) => dueAt)) - Date.now();
  timer = setTimeout(poll, Math.min(Math.max(delay, minDelay), pollInterval));
}

/** Makes the worker deliver, or delivers in this page if the worker has sent nothing. */
function poll(): void {
  const isStuck =
    lastOverdueList && performance.now() - overdueSince >= 2 * pollInterval;
  void (isStuck ? deliverInPage({}) : requestDelivery());
  setTimer(pollInterval);
}
