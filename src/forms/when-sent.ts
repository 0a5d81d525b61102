import { statusOf, subscribe } from '../outbox/client.ts';

/** Calls the listener whenever the submission is found to be sent. */
export function whenSent(id: string, listener: () => void): () => void {
  let current = true;
  const unsubscribe = subscribe(async () => {
    const status = await statusOf(id).catch(() => undefined);
    if (current && status === 'sent') listener();
  });
  return () => {
    current = false;
    unsubscribe();
  };
}
