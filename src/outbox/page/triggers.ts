import type { Timer } from '../../async/timeout.ts';
import { pollInterval } from '../retry-schedule.ts';
import { isDue, type Submission } from '../submission.ts';
import type { PageOutbox } from './create-page-outbox.ts';
import { browserPagePlatform } from './page-platform.ts';
import { createPersistentStorage } from './persistent-storage.ts';

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
  /** The overdue submissions at the last check, and since when they are the same. */
  let overdue: {
    submissions: readonly Submission[];
    unchangedSince: number;
  } = { submissions: [], unchangedSince: 0 };

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
    .whenEditBegun()
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

    recordOverdue();
    schedulePoll(minDelay);
  }

  function listQueued(): readonly Submission[] {
    return listUnsent().filter(({ state }) => state === 'queued');
  }

  /** Sets the timer for the next due submission, if any is queued. */
  function schedulePoll(shortestDelay: number): void {
    platform.clearTimeout(timer);
    const dueTimes = listQueued().map(({ dueAt }) => dueAt);
    if (dueTimes.length === 0) return;

    const delay = Math.min(...dueTimes) - platform.now();
    const boundedDelay = Math.max(delay, shortestDelay);
    timer = platform.setTimeout(poll, Math.min(boundedDelay, pollInterval));
  }

  function recordOverdue(): void {
    const now = platform.now();
    const submissions = listQueued().filter((submission) =>
      isDue(submission, now),
    );
    const isSame =
      submissions.length === overdue.submissions.length &&
      submissions.every(({ id, attempts }, index) => {
        const other = overdue.submissions[index];
        return id === other?.id && attempts === other.attempts;
      });
    const unchangedSince = isSame ? overdue.unchangedSince : platform.elapsed();
    overdue = { submissions, unchangedSince };
  }

  /** Makes the worker deliver, or delivers in this page if the worker has sent nothing. */
  async function poll(): Promise<void> {
    recordOverdue();
    schedulePoll(pollInterval);
    if (await isWorkerStuck()) await outbox.deliverInPage({});
    else await outbox.requestDelivery();
  }

  /** Whether the worker has long attempted nothing. An edit holds its submission back. */
  async function isWorkerStuck(): Promise<boolean> {
    const { submissions, unchangedSince } = overdue;
    if (platform.elapsed() - unchangedSince < 2 * pollInterval) return false;

    for (const { id } of submissions) {
      if (!(await outbox.isEdited(id))) return true;
    }
    return false;
  }
}
