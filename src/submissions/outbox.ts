import {
  beginEdit,
  deleteSubmissions,
  discard,
  retry,
} from '../outbox/editing.ts';
import { prefetchDeliveryCode } from '../outbox/request-delivery.ts';
import { findHandedOver, readStores } from '../outbox/store.ts';
import { submit } from '../outbox/submit.ts';
import { checkClock } from '../visitor/device-clock.ts';

export type { Edit } from '../outbox/editing.ts';
export {
  createId,
  type Status,
  type Submission,
} from '../outbox/submission.ts';
export { SubmitError, type SubmitResult } from '../outbox/submit.ts';

/** The outbox of this page. */
export const outbox = {
  submit(...args: Parameters<typeof submit>): ReturnType<typeof submit> {
    checkClock();
    return submit(...args);
  },
  edit: beginEdit,
  retry,
  discard,
  forget: deleteSubmissions,
  findHandedOver,
  readContent: readStores,
  prefetchSend: prefetchDeliveryCode,
};
