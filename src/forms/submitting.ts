// What a form needs once it is sent, as one chunk that comes after the page:
// the form can be read and filled in without it.
export { conflict } from '../content/delivery.ts';
export { beginEdit } from '../outbox/editing.ts';
export { submitOnce } from './submit-once.ts';
export { ThankYou } from './thank-you.tsx';
