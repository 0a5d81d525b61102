// What a page or worker can be asked to do.
import { runDelivery } from '../../src/outbox/run-delivery.ts';

export { submit } from '../../src/outbox/client.ts';
export { beginEdit, discard, retry } from '../../src/outbox/editing.ts';
export { emptyOutbox } from '../../src/outbox/empty-outbox.ts';

export function deliver({ ignoreBackoff = false, retryFailed = false } = {}) {
  return runDelivery({ now: ignoreBackoff, failedToo: retryFailed });
}
