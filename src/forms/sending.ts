// What a form needs once it is sent, as one chunk that comes after the page:
// the form can be read and filled in without it.
export {
  endEditing,
  follow,
  holdForEditing,
  submit,
} from '../outbox/client.ts';
export { ThankYou } from './thank-you.tsx';
