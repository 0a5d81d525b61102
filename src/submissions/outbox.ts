import { createPageOutbox } from '../outbox/page/create-page-outbox.ts';
import type { Status as OutboxStatus } from '../outbox/submission.ts';
import { outboxName, syncTag } from './outbox-name.ts';
import { loadDelivery } from './send-code.ts';

export type { Edit } from '../outbox/page/edits.ts';
export {
  SubmitError,
  type SubmitResult,
} from '../outbox/page/submit-result.ts';
export { createId, type Submission } from '../outbox/submission.ts';

/** 'gone' means that the outbox no longer has the submission or its receipt. */
export type Status = OutboxStatus | 'gone';

/** The outbox of this page. */
export const outbox = createPageOutbox({
  name: outboxName,
  syncTag,
  loadDelivery,
});
