// What a page or worker can be asked to do, as the model asks it.
export { submit } from '../../src/outbox/client.ts';
export { beginEdit, discard, retry } from '../../src/outbox/editing.ts';
export { emptyOutbox } from '../../src/outbox/empty-outbox.ts';
export { runDelivery } from '../../src/outbox/run-delivery.ts';
