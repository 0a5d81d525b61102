import { useEffect, useState } from 'react';
import { type Status, statusOf, subscribe } from '../outbox/client.ts';

/** Follows a submission; undefined until the outbox has been asked. */
export function useSubmission(id: string, first: Status): Status {
  const [status, setStatus] = useState(first);
  useEffect(() => {
    let current = true;
    async function ask() {
      const found = await statusOf(id).catch(() => first);
      if (current) setStatus(found);
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
