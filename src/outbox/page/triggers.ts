import type { Timer } from '../../async/timeout.ts';
import { pollInterval } from '../retry-schedule.ts';
import type { Submission } from '../submission.ts';
import type { PageOutbox } from './create-page-outbox.ts';
import { browserPagePlatform } from './page-platform.ts';
import { createPersistentStorage } from './persistent-storage.ts';
import { createStuckWorkerCheck } from './stuck-worker.ts';

/** Delay in ms of the second read in a page from the back-forward cache. */
const rereadDelay = 30_000;
/** Shortest time in milliseconds until the next delivery. */
const minDelay = 100;

/** Requests delivery at each event after which it may succeed. */
export function startDeliveryTriggers(
  outbox: PageOutbox,
  platform = browserPagePlatform,
): void {
  const window = platform.getWindow();
  const { document } = window;
  const persistentStorage = createPersistentStorage(platform);
  let isSyncRequested = false;
  let timer: Timer | undefined;
  const stuckWorker = createStuckWorkerCheck(outbox, platform);

  window.addEventListener('online', () =>
    outbox.requestDelivery({ ignoreBackoff: true }),
  );
  window.addEventListener('pageshow', handlePageShow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') deliverAndRead();
  });
  outbox.subscribe(handleOutboxChange);
  // A form may have read the outbox before this subscription, so handle its content now.
  handleOutboxChange();
  // A form that edits a submission must get the lock before the worker does.
  void outbox
    .whenEditsBegun()
    .then(() => outbox.requestDelivery({ retryRefused: true }));

  function handlePageShow({ persisted }: Event & { persisted?: boolean }) {
    deliverAndRead();
    // Reads again when the deliveries have ended that ran while the page was cached.
    if (persisted) platform.setTimeout(outbox.refresh, rereadDelay);
  }

  /** Catches up: a frozen page misses changes, and timers of a hidden page run late. */
  function deliverAndRead(): void {
    void outbox.requestDelivery();
    outbox.refresh();
  }

  function listUnsent(): readonly Submission[] {
    return outbox.getSnapshot()?.unsent ?? [];
  }

  function handleOutboxChange(): void {
    const unsent = listUnsent();
    // Browsers end a Background Sync after some attempts, so each page registers a new one.
    if (unsent.length > 0 && !isSyncRequested) {
      isSyncRequested = true;
      void outbox.backgroundSync.request();
    }

    const hasFailedOnce = unsent.some(({ attempts }) => attempts > 0);
    if (hasFailedOnce) persistentStorage.request();

    stuckWorker.record(listQueued());
    schedulePoll(minDelay);
  }

  function listQueued(): readonly Submission[] {
    return listUnsent().filter(({ state }) => state === 'queued');
  }

  /** Sets the timer for the next due submission, if any is queued. */
  function schedulePoll(overdueDelay: number): void {
    platform.clearTimeout(timer);
    const dueTimes = listQueued().map(({ dueAt }) => dueAt);
    if (dueTimes.length === 0) return;

    const delay = Math.min(...dueTimes) - platform.now();
    const nextDelay = delay > 0 ? Math.max(delay, minDelay) : overdueDelay;
    timer = platform.setTimeout(poll, Math.min(nextDelay, pollInterval));
  }

  /** Makes the worker deliver, or delivers in this page if the worker has sent nothing. */
  async function poll(): Promise<void> {
    stuckWorker.record(listQueued());
    schedulePoll(pollInterval);
    if (await stuckWorker.check()) await outbox.deliverInPage({});
    else await outbox.requestDelivery();
  }
}
