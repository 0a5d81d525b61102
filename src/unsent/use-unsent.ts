import { useEffect, useState } from 'react';
import { coalesce } from '../async/coalesce.ts';
import { backoff } from '../outbox/backoff.ts';
import { subscribe } from '../outbox/changes.ts';
import { listUnsent } from '../outbox/status.ts';
import type { Submission } from '../outbox/submission.ts';

/** So long a first attempt may take before we speak of waiting. */
const patience = 1500;

/**
 * What has not been sent, live, once it is known; a first attempt under way does
 * not count.
 */
export function useUnsent(): readonly Submission[] | undefined {
  const [unsent, setUnsent] = useState<readonly Submission[]>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    let failures = 0;
    // While many are sent, changes come faster than the list is read.
    const read = coalesce(async () => {
      const all = await listUnsent().catch(() => undefined);
      if (!current) return;
      clearTimeout(timer);
      if (!all) {
        // What can't be read now is shown as it was, and read again.
        timer = setTimeout(read, backoff(failures, Math.random()));
        failures += 1;
        return;
      }
      failures = 0;
      const now = Date.now();
      const waiting = all.filter((submission) => isWaiting(submission, now));
      setUnsent(waiting);
      if (waiting.length < all.length) timer = setTimeout(read, patience);
    });
    read();
    const unsubscribe = subscribe(read);
    return () => {
      current = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return unsent;
}

function isWaiting(submission: Submission, now: number): boolean {
  const { state, attempts, createdAt } = submission;
  const age = now - createdAt;
  return (
    state === 'failed' ||
    attempts > 0 ||
    !navigator.onLine ||
    age >= patience ||
    age < 0
  );
}
