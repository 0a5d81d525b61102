import { announce } from '../components/announce.ts';
import { describeResults, type Result } from '../content/delivery.ts';
import { outbox } from '../submissions/outbox.ts';
import { isShown } from '../submissions/shown-submissions.ts';

/** Milliseconds without another result after which results are announced. */
const resultPause = 1000;

/** Calls the listener when a submission's status becomes 'sent' or 'refused'. */
export function onDeliveryResult(
  listener: (status: Result, id: string) => void,
): () => void {
  let previousStatuses = outbox.getSnapshot()?.statuses;

  return outbox.subscribe(() => {
    const oldStatuses = previousStatuses;
    const statuses = outbox.getSnapshot()?.statuses;
    previousStatuses = statuses;
    // The first read has the results of earlier visits.
    if (!oldStatuses || !statuses) return;

    for (const [id, status] of statuses) {
      const hasChanged = status !== oldStatuses.get(id);
      const isResult = status === 'sent' || status === 'refused';
      if (hasChanged && isResult) listener(status, id);
    }
  });
}

/** Announces the results of submissions, except those that the page already shows. */
export function announceDeliveryResults(): () => void {
  /** The results to announce, by the submission's id. */
  const results = new Map<string, Result>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function takeResults(): string {
    // A form may show a result by now, and a refused submission may be discarded.
    const current = [...results].filter(([id, result]) => {
      const status = outbox.getSnapshot()?.statuses.get(id);
      return !isShown(id) && (result === 'sent' || status === 'refused');
    });
    results.clear();
    return describeResults(current.map(([, result]) => result));
  }

  const unsubscribe = onDeliveryResult((status, id) => {
    results.delete(id);
    if (!isShown(id)) results.set(id, status);

    clearTimeout(timer);
    // Several submissions that wait together are sent one after the other.
    timer = setTimeout(announce, resultPause, takeResults);
  });

  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
