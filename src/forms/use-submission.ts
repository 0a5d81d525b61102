import { useEffect, useState } from 'react';
import { follow, type Status } from '../outbox/client.ts';

/** Follows a submission from the status it was submitted with. */
export function useSubmission(id: string, first: Status): Status {
  const [status, setStatus] = useState(first);
  useEffect(() => {
    // Sent without the outbox, which therefore knows nothing of it.
    if (first !== 'sent') return follow(id, setStatus);
  }, [id, first]);
  return status;
}
