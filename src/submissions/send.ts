import { writeRecords } from '../firebase/firestore.ts';
import type { NewRecord } from '../form-definitions/form-definition.ts';
import { createRecords } from '../form-definitions/records.ts';
import type { Outcome } from '../outbox/delivery.ts';
import type { Submission } from '../outbox/submission.ts';

// A page loads this code together with `send`, see send-code.ts.
export { createPageDelivery } from '../outbox/page/page-delivery.ts';

/** Writes the records of a submission, in one batch under its id. Never throws. */
export async function send({ id, form, values }: Submission): Promise<Outcome> {
  let records: NewRecord[];
  try {
    records = createRecords(form, values);
  } catch {
    return { kind: 'refused', error: 'invalid-submission' };
  }
  return writeRecords(id, records);
}
