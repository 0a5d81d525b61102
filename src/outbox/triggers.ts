import { requestSync } from './background-sync.ts';
import { isBeingEdited } from './edit-lock.ts';
import { lastEdit } from './editing.ts';
import { deliverInPage, requestDelivery } from './request-delivery.ts';
import { pollInterval } from './retry-schedule.ts';
import type { Submission } from './submission.ts';
import { getOutbox, readOutbox, subscribeToOutbox } from './use-outbox.ts';

/** Requests delivery at each event after which it may succeed. */
export function startDeliveryTriggers(): void {
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
/** The overdue submissions at the last check, and since when they are the same. */
let overdue: { submissions: readonly Submission[]; since: number } = {
  submissions: [],
  since: 0,
};

/** Sets the timer for the next due submission, if any is queued. */
function setTimer(minDelay = 100): void {
  clearTimeout(timer);
  const { unsent = [] } = getOutbox() ?? {};
  const queued = unsent.filter(({ state }) => state === 'queued');
  recordOverdue(queued.filter(({ dueAt }) => dueAt <= Date.now()));
  if (queued.length === 0) return;

  const delay = Math.min(...queued.map(({ dueAt }) => dueAt)) - Date.now();
  timer = setTimeout(poll, Math.min(Math.max(delay, minDelay), pollInterval));
}

function recordOverdue(submissions: readonly Submission[]): void {
  const isSame =
    submissions.length === overdue.submissions.length &&
    submissions.every(({ id, attempts }, index) => {
      const other = overdue.submissions[index];
      return id === other?.id && attempts === other.attempts;
    });
  const since = isSame ? overdue.since : performance.now();
  overdue = { submissions, since };
}

/** Makes the worker deliver, or delivers in this page if the worker has sent nothing. */
async function poll(): Promise<void> {
  setTimer(pollInterval);
  if (await isWorkerStuck()) await deliverInPage({});
  else await requestDelivery();
}

/** Whether the worker has long attempted nothing. An edit holds its submission back. */
async function isWorkerStuck(): Promise<boolean> {
  const { submissions, since } = overdue;
  if (performance.now() - since < 2 * pollInterval) return false;
  for (const { id } of submissions) {
    if (!(await isBeingEdited(id))) return true;
  }
  return false;
}
