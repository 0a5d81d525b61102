// What a form needs once it is sent, as one chunk that comes after the page:
// the form can be read and filled in without it.
export { overtaken } from '../content/delivery.ts';
export { beginEdit } from '../outbox/editing.ts';
export { follow } from '../outbox/status.ts';
export { submitOnce } from './submit-once.ts';
export { ThankYou } from './thank-you.tsx';
