import { requestSync } from './background-sync.ts';
import {
  deliverHere,
  prepareDelivery,
  requestDelivery,
} from './request-delivery.ts';
import { pollInterval } from './retry-schedule.ts';
import { currentOutbox, readOutbox, subscribeToOutbox } from './use-outbox.ts';

/** Asks for delivery whenever the page has a reason to hope. */
export function startDeliveryTriggers(): void {
  addEventListener('online', () => requestDelivery({ ignoreBackoff: true }));
  addEventListener('pageshow', lookNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookNow();
  });
  subscribeToOutbox(handleOutboxChange);
  // A form may have had it read already.
  handleOutboxChange();
  void requestDelivery({ retryFailed: true });
  void prepareDelivery();
}

/** A page that was frozen has missed the changes that set its timer. */
function lookNow(): void {
  void requestDelivery();
  readOutbox();
}

let isSyncAsked = false;
/** Firefox has a property of its own, and alone would ask the visitor. */
let isPersistAsked = 'mozInnerScreenX' in globalThis;

function handleOutboxChange(): void {
  const { unsent = [] } = currentOutbox() ?? {};
  // The browser gives up after a few tries with no page open.
  if (unsent.length > 0 && !isSyncAsked) {
    isSyncAsked = true;
    void requestSync();
  }
  // What waits should stay on a full disk.
  if (unsent.some(({ attempts }) => attempts > 0) && !isPersistAsked) {
    isPersistAsked = true;
    navigator.storage?.persist?.().catch(() => undefined);
  }
  setTimer();
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** What should have been tried, and since when: for long, and it is stuck. */
let overdue: string | undefined;
let since = 0;

/** Wakes at the next due time, while anything waits. */
function setTimer(earliest = 100): void {
  clearTimeout(timer);
  const { unsent = [] } = currentOutbox() ?? {};
  const queued = unsent.filter(({ state }) => state === 'queued');
  const late = queued.filter(({ dueAt }) => dueAt <= Date.now());
  const found = late.map(({ id, attempts }) => `${id} ${attempts}`).join();
  if (found !== overdue) since = performance.now();
  overdue = found;
  if (queued.length === 0) return;
  const next = Math.min(...queued.map(({ dueAt }) => dueAt)) - Date.now();
  timer = setTimeout(wake, Math.min(Math.max(next, earliest), pollInterval));
}

/** A worker may accept and yet not deliver: then the page does it. */
function wake(): void {
  const isStuck = overdue && performance.now() - since >= 2 * pollInterval;
  void (isStuck ? deliverHere({}) : requestDelivery());
  setTimer(pollInterval);
}
