import { getBackoff } from '../../async/backoff.ts';
import { coalesce } from '../../async/coalesce.ts';
import { createStore } from '../../async/signal.ts';
import type { Timer } from '../../async/timeout.ts';
import type { Platform } from '../platform.ts';
import { isReadable, type Status, type Submission } from '../submission.ts';
import type { Content } from '../transactions.ts';
import type { Operations } from './operations.ts';

/** The content of the outbox when it was last read. */
export interface Snapshot {
  /** The moment of this page at which that read began. Only its order counts. */
  readMoment: number;
  /** The submissions that this version can read, oldest first. */
  unsent: readonly Submission[];
  /** The status of each submission by id, delivered ones included. */
  statuses: ReadonlyMap<string, Status>;
}

/** Reads the outbox once for all subscribers, and again at each change. */
export function createSnapshots(
  { listen, readContent, withdrawnIds, nextMoment }: Operations,
  platform: Platform,
) {
  const snapshot = createStore<Snapshot | undefined>(undefined);
  let isSubscribed = false;
  let failureCount = 0;
  let retryTimer: Timer | undefined;

  /** Calls the listener after each read. */
  function subscribe(listener: () => void): () => void {
    if (!isSubscribed) {
      isSubscribed = true;
      listen(refresh);
      refresh();
    }
    return snapshot.subscribe(listener);
  }

  /** Quick successive changes share one read. */
  const refresh = coalesce(async () => {
    platform.clearTimeout(retryTimer);
    const readMoment = nextMoment();
    const content = await readContent().catch(() => undefined);
    if (content) {
      failureCount = 0;
      snapshot.set(toSnapshot(content, readMoment));
      return;
    }

    // Subscribers keep the state that was read last until a read succeeds.
    const delay = getBackoff(failureCount, { random: platform.random() });
    retryTimer = platform.setTimeout(refresh, delay);
    failureCount += 1;
  });

  function toSnapshot(
    { submissions, deliveredIds }: Content,
    readMoment: number,
  ): Snapshot {
    // A failing disk may still have what was delivered or replaced.
    const goneIds = new Set([...deliveredIds, ...withdrawnIds]);
    const unsent = submissions.filter(({ id }) => !goneIds.has(id));
    return {
      readMoment,
      unsent: reuseUnchanged(unsent.filter(isReadable)),
      statuses: new Map<string, Status>([
        ...deliveredIds.map((id) => [id, 'sent'] as const),
        ...unsent.map(({ id, state }) => [id, state] as const),
      ]),
    };
  }

  /** Returns the same object for each unchanged submission, to avoid a render. */
  function reuseUnchanged(found: readonly Submission[]): readonly Submission[] {
    const known = snapshot.get()?.unsent ?? [];
    const knownById = new Map(
      known.map((submission) => [submission.id, submission]),
    );
    return found.map((submission) => {
      const knownSubmission = knownById.get(submission.id);
      const isSame =
        JSON.stringify(knownSubmission) === JSON.stringify(submission);
      return isSame && knownSubmission ? knownSubmission : submission;
    });
  }

  return { subscribe, refresh, get: snapshot.get };
}
