import { useEffect, useMemo, useState } from 'react';
import { useOutbox } from '../outbox/live.ts';
import type { Submission } from '../outbox/submission.ts';

/** So long a first attempt may take before we speak of waiting. */
const firstTryDelay = 1500;

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
    const timer = setTimeout(setTurn, firstTryDelay, turn + 1);
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
    age >= firstTryDelay ||
    age < 0
  );
}
