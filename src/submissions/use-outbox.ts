import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Snapshot } from '../outbox/page/snapshots.ts';
import { outbox, type Status, type Submission } from './outbox.ts';

/** Age in ms from which the page shows a submission as unsent. */
const unsentAfter = 1500;

/** Returns the outbox as last read, or undefined before the first read. */
export function useOutbox(): Snapshot | undefined {
  const { subscribe, getSnapshot } = outbox;
  return useSyncExternalStore(subscribe, getSnapshot, () => undefined);
}

/**
 * Returns the live status of a submission, or `initial` without one. Keeps 'sent' after
 * the receipt is deleted. Ignores reads that began before `submitMoment`, a moment of the
 * outbox.
 */
export function useStatus(
  id: string | undefined,
  initial: Status,
  submitMoment?: number,
): Status {
  const snapshot = useOutbox();
  const isCurrent = snapshot && snapshot.readMoment >= (submitMoment ?? 0);
  const [seen, setSeen] = useState<{ id: string; status: Status }>();
  if (id === undefined) return initial;

  const status = isCurrent ? snapshot.statuses.get(id) : undefined;
  const seenStatus = seen?.id === id ? seen.status : undefined;
  if (seenStatus === 'sent') return seenStatus;
  if (status) {
    if (status !== seenStatus) setSeen({ id, status });
    return status;
  }

  const wasSeen = seenStatus !== undefined;
  // A read after the submit finds what was stored, unless all site data was deleted.
  const wasStored = initial === 'queued' && submitMoment !== undefined;
  return wasSeen || (wasStored && isCurrent) ? 'gone' : initial;
}

/** Returns the unsent submissions, except for those in their first attempt. */
export function useUnsent(): readonly Submission[] | undefined {
  const snapshot = useOutbox();
  const [renders, setRenders] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: showsAsUnsent reads the clock
  const messages = useMemo(
    () => snapshot?.unsent.filter(showsAsUnsent),
    [snapshot, renders],
  );
  const hasMore = (snapshot?.unsent.length ?? 0) > (messages?.length ?? 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restart the timer
  useEffect(() => {
    if (!hasMore) return;
    const renderAgain = () => setRenders(renders + 1);
    const timer = setTimeout(renderAgain, unsentAfter);
    return () => clearTimeout(timer);
  }, [hasMore, messages]);

  return messages;
}

function showsAsUnsent({ state, attempts, createdAt }: Submission): boolean {
  const age = Date.now() - createdAt;
  return (
    state === 'refused' ||
    attempts > 0 ||
    !navigator.onLine ||
    age >= unsentAfter ||
    age < 0
  );
}
