// The outbox's functions that tests call in a simulated page or worker.

export {
  beginEdit,
  deleteSubmissions,
  discard,
  retry,
} from '../../src/outbox/editing.ts';
export { runDelivery as deliver } from '../../src/outbox/run-delivery.ts';
export { submit } from '../../src/outbox/submit.ts';
export const fetchFile = (url: string) => fetch(url, {});
