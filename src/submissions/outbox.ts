import { createPageOutbox } from '../outbox/page/create-page-outbox.ts';
import { outboxName } from './outbox-name.ts';
import { loadSendCode, sendFromPage } from './send-code.ts';

export { SubmitError, type SubmitResult } from '../outbox/create-outbox.ts';
export type { Edit } from '../outbox/edits.ts';
export {
  createId,
  type Status,
  type Submission,
} from '../outbox/submission.ts';

/** The outbox of this page. */
export const outbox = createPageOutbox({
  name: outboxName,
  send: sendFromPage,
  prepareToSend: loadSendCode,
});
