import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { backoff } from '../async/backoff.ts';
import { coalesce } from '../async/coalesce.ts';
import { createSignal } from '../async/signal.ts';
import { isSyncRegistered, onSyncChange } from './background-sync.ts';
import { onOutboxChange } from './broadcast.ts';
import { needsReload, onMissingCode } from './missing-code.ts';
import { firstAttemptGrace, maxReadDelay } from './retry-schedule.ts';
import * as store from './store.ts';
import { isReadable, type Status, type Submission } from './submission.ts';

/** What the outbox held when it was read last. */
export interface Outbox {
  /** When that reading began, by this page's own clock. */
  readAt: number;
  /** What this version can read, oldest first. */
  unsent: readonly Submission[];
  /** How far each submission has come, by its id; also what was delivered. */
  statuses: ReadonlyMap<string, Status>;
  /**
   * What sends: the browser with no page open, now or once online; an open page;
   * or nothing before the page is reloaded.
   */
  sending: 'online' | 'offline' | 'open page' | 'reload';
}

const { subscribe: addListener, notify } = createSignal();
let outbox: Outbox | undefined;
let isSubscribed = false;
let failures = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/** The outbox as it was read last; undefined before it could be read. */
export function currentOutbox(): Outbox | undefined {
  return outbox;
}

/** Calls the listener whenever the outbox has been read or sends otherwise. */
export function subscribeToOutbox(listener: () => void): () => void {
  if (!isSubscribed) {
    isSubscribed = true;
    onOutboxChange(readOutbox);
    onSyncChange(updateSending);
    onMissingCode(updateSending);
    navigator.serviceWorker?.addEventListener(
      'controllerchange',
      updateSending,
    );
    addEventListener('online', updateSending);
    addEventListener('offline', updateSending);
    readOutbox();
  }
  return addListener(listener);
}

/** One read for all who look; changes may come faster than it can be read. */
export const readOutbox = coalesce(async () => {
  clearTimeout(again);
  const readAt = performance.now();
  try {
    const { submissions, delivered } = await store.readAll();
    failures = 0;
    outbox = {
      readAt,
      unsent: withKnown(submissions.filter(isReadable)),
      statuses: new Map([
        ...delivered.map((id) => [id, 'sent'] as const),
        ...submissions.map(({ id, state }) => [id, state] as const),
      ]),
      sending: sendingNow(),
    };
    notify();
  } catch {
    // It is shown as it was: there may be no other news.
    again = setTimeout(readOutbox, backoff(failures, maxReadDelay));
    failures += 1;
  }
});

/** What has not changed stays the same object: it is not rendered again. */
function withKnown(found: readonly Submission[]): readonly Submission[] {
  const known = new Map(outbox?.unsent.map((one) => [one.id, one]));
  return found.map((one) => {
    const before = known.get(one.id);
    const isSame = JSON.stringify(before) === JSON.stringify(one);
    return before && isSame ? before : one;
  });
}

function updateSending(): void {
  if (!outbox) return;
  outbox = { ...outbox, sending: sendingNow() };
  notify();
}

function sendingNow(): Outbox['sending'] {
  if (!isSyncRegistered()) return needsReload() ? 'reload' : 'open page';
  return navigator.onLine ? 'online' : 'offline';
}

export function useOutbox(): Outbox | undefined {
  return useSyncExternalStore(
    subscribeToOutbox,
    currentOutbox,
    () => undefined,
  );
}

/** From its status at a time. What was sent stays so, also with no receipt. */
export function useStatus(id: string, first: Status, at = 0): Status {
  const outbox = useOutbox();
  const isNews = outbox && outbox.readAt >= at;
  const found = isNews ? outbox.statuses.get(id) : undefined;
  const [seen, setSeen] = useState<{ id: string; status: Status }>();
  const before = seen?.id === id ? seen.status : undefined;
  if (before === 'sent') return before;
  if (found && found !== before) setSeen({ id, status: found });
  // Not seen yet: it was written while the outbox was being read.
  return found ?? (before ? 'gone' : first);
}

/** What is unsent, once known; a first attempt under way does not count. */
export function useUnsent(): readonly Submission[] | undefined {
  const outbox = useOutbox();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: time has passed
  const waiting = useMemo(
    () => outbox?.unsent.filter(isWaiting),
    [outbox, turn],
  );
  const isTrying = (outbox?.unsent.length ?? 0) > (waiting?.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for what came last
  useEffect(() => {
    if (!isTrying) return;
    const timer = setTimeout(setTurn, firstAttemptGrace, turn + 1);
    return () => clearTimeout(timer);
  }, [isTrying, waiting]);
  return waiting;
}

function isWaiting({ state, attempts, createdAt }: Submission): boolean {
  const age = Date.now() - createdAt;
  return (
    state === 'refused' ||
    attempts > 0 ||
    !navigator.onLine ||
    age >= firstAttemptGrace ||
    age < 0
  );
}
