import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { getBackoff } from '../async/backoff.ts';
import { coalesce } from '../async/coalesce.ts';
import { createStore } from '../async/signal.ts';
import { syncState } from './background-sync.ts';
import { idsWithoutReceipt, onOutboxChange } from './broadcast.ts';
import { needsReload, onMissingCode } from './missing-code.ts';
import { unsentAfter } from './retry-schedule.ts';
import * as store from './store.ts';
import { isReadable, type Status, type Submission } from './submission.ts';

/** The content of the outbox when it was last read. */
export interface Outbox {
  /** When that read began, from performance.now(). */
  readAt: number;
  /** The submissions that this version can read, oldest first. */
  unsent: readonly Submission[];
  /** The status of each submission by id, delivered ones included. */
  statuses: ReadonlyMap<string, Status>;
  /** What deliveries wait for: nothing, the network, an open page or a reload. */
  deliveryMode: 'online' | 'offline' | 'open page' | 'reload';
}

const outbox = createStore<Outbox | undefined>(undefined);
let isSubscribed = false;
let failureCount = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Returns the outbox as last read, or undefined before the first read. */
export const getOutbox = outbox.get;

/** Calls the listener after each read, and when `deliveryMode` changes. */
export function subscribeToOutbox(listener: () => void): () => void {
  if (!isSubscribed) {
    isSubscribed = true;
    onOutboxChange(readOutbox);
    syncState.subscribe(updateDeliveryMode);
    onMissingCode(updateDeliveryMode);
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener('controllerchange', updateDeliveryMode);
    addEventListener('online', updateDeliveryMode);
    addEventListener('offline', updateDeliveryMode);
    readOutbox();
  }
  return outbox.subscribe(listener);
}

/** Reads the outbox for all subscribers. Quick successive changes share one read. */
export const readOutbox = coalesce(async () => {
  clearTimeout(retryTimer);
  const readAt = performance.now();
  try {
    const { submissions, deliveredIds } = await store.readStores();
    failureCount = 0;
    const sentIds = [...idsWithoutReceipt, ...deliveredIds];
    outbox.set({
      readAt,
      unsent: reuseUnchanged(submissions.filter(isReadable)),
      statuses: new Map([
        ...sentIds.map((id) => [id, 'sent'] as const),
        ...submissions.map(({ id, state }) => [id, state] as const),
      ]),
      deliveryMode: findDeliveryMode(),
    });
  } catch {
    // Subscribers keep the state that was read last until a read succeeds.
    retryTimer = setTimeout(readOutbox, getBackoff(failureCount));
    failureCount += 1;
  }
});

/** Returns the same object for each unchanged submission, to avoid a render. */
function reuseUnchanged(found: readonly Submission[]): readonly Submission[] {
  const oldById = new Map(outbox.get()?.unsent.map((old) => [old.id, old]));
  return found.map((submission) => {
    const stored = oldById.get(submission.id) ?? submission;
    const isSame = JSON.stringify(stored) === JSON.stringify(submission);
    return isSame ? stored : submission;
  });
}

function updateDeliveryMode(): void {
  const content = outbox.get();
  if (content) outbox.set({ ...content, deliveryMode: findDeliveryMode() });
}

function findDeliveryMode(): Outbox['deliveryMode'] {
  if (!syncState.get()) return needsReload() ? 'reload' : 'open page';
  return navigator.onLine ? 'online' : 'offline';
}

export function useOutbox(): Outbox | undefined {
  return useSyncExternalStore(subscribeToOutbox, getOutbox, () => undefined);
}

/**
 * Returns the live status of a submission. Keeps 'sent' after the receipt is
 * deleted. Ignores reads that began before `at`, a time from performance.now().
 */
export function useStatus(id: string, initial: Status, at = 0): Status {
  const outbox = useOutbox();
  const isCurrent = outbox && outbox.readAt >= at;
  const status = isCurrent ? outbox.statuses.get(id) : undefined;
  const [seen, setSeen] = useState<{ id: string; status: Status }>();
  const seenStatus = seen?.id === id ? seen.status : undefined;
  if (seenStatus === 'sent') return seenStatus;
  if (status && status !== seenStatus) setSeen({ id, status });
  // Until a read finds the submission, it keeps its initial status.
  return status ?? (seenStatus ? 'gone' : initial);
}

/** Returns the unsent submissions, except for those in their first attempt. */
export function useUnsent(): readonly Submission[] | undefined {
  const outbox = useOutbox();
  const [renders, setRenders] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: isWaiting reads the clock
  const messages = useMemo(
    () => outbox?.unsent.filter(isWaiting),
    [outbox, renders],
  );
  const hasMore = (outbox?.unsent.length ?? 0) > (messages?.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restart the timer
  useEffect(() => {
    if (!hasMore) return;
    const timer = setTimeout(setRenders, unsentAfter, renders + 1);
    return () => clearTimeout(timer);
  }, [hasMore, messages]);
  return messages;
}

function isWaiting({ state, attempts, createdAt }: Submission): boolean {
  const age = Date.now() - createdAt;
  return (
    state === 'refused' ||
    attempts > 0 ||
    !navigator.onLine ||
    age >= unsentAfter ||
    age < 0
  );
}
