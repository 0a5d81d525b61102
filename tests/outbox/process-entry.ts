// What a page or worker can be asked to do.

export {
  beginEdit,
  discard,
  emptyOutbox,
  retry,
} from '../../src/outbox/editing.ts';
export { runDelivery as deliver } from '../../src/outbox/run-delivery.ts';
export { submit } from '../../src/outbox/submit.ts';
