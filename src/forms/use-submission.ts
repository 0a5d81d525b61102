import { useEffect, useState } from 'react';
import { follow } from '../outbox/status.ts';
import type { Status } from '../outbox/submission.ts';

/** Follows a submission from the status it was submitted with. */
export function useSubmission(id: string, first: Status): Status {
  const [status, setStatus] = useState(first);
  useEffect(() => {
    // Sent without the outbox, which therefore knows nothing of it.
    if (first !== 'sent') return follow(id, setStatus);
  }, [id, first]);
  return status;
}
