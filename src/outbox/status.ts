import { backoff } from './backoff.ts';
import { subscribe } from './changes.ts';
import * as store from './store.ts';
import { isReadable, type Status, type Submission } from './submission.ts';

export async function statusOf(id: string): Promise<Status> {
  // In this order: a delivery writes the receipt as it removes the submission.
  const found = await store.read(id);
  if (found) return found.state;
  return (await store.hasReceipt(id)) ? 'sent' : 'gone';
}

/**
 * Calls the listener with the status, now and after every change. What can't
 * be read now is read again: there may be no other news.
 */
export function follow(
  id: string,
  listener: (status: Status) => void,
): () => void {
  let asked = 0;
  let answered = 0;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  async function ask() {
    clearTimeout(again);
    asked += 1;
    const turn = asked;
    const status = await statusOf(id).catch(() => undefined);
    // A newer answer has overtaken this one.
    if (turn < answered) return;
    if (status) {
      answered = turn;
      failures = 0;
      listener(status);
      // It stays so, also when the receipt is forgotten.
      if (status === 'sent') stop();
    } else if (turn === asked) {
      again = setTimeout(ask, backoff(failures, Math.random()));
      failures += 1;
    }
  }
  function stop() {
    answered = Number.POSITIVE_INFINITY;
    clearTimeout(again);
    unsubscribe();
  }
  void ask();
  const unsubscribe = subscribe(ask);
  return stop;
}

/** All that is unsent and that this version can read, oldest first. */
export async function listUnsent(): Promise<Submission[]> {
  const found = await store.list();
  return found.filter(isReadable).sort((a, b) => a.createdAt - b.createdAt);
}
