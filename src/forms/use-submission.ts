import { useEffect, useState } from 'react';
import { type Status, statusOf, subscribe } from '../outbox/client.ts';

/** Follows a submission from the status it was submitted with. */
export function useSubmission(id: string, first: Status): Status {
  const [status, setStatus] = useState(first);
  useEffect(() => {
    // Sent without the outbox, which therefore knows nothing of it.
    if (first === 'sent') return;
    let current = true;
    async function ask() {
      const found = await statusOf(id).catch(() => undefined);
      if (current && found) setStatus(found);
    }
    void ask();
    const unsubscribe = subscribe(ask);
    return () => {
      current = false;
      unsubscribe();
    };
  }, [id, first]);
  return status;
}
