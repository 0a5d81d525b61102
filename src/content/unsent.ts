export const unsentTexts = {
  title: 'Unsent messages',
  lead: 'They are kept on this device until they are sent or you discard them.',
  /** For browsers that send only while a page is open. */
  openPage: 'Keep this page open, or come back, and we will send them.',
  states: {
    waiting: 'Waiting to send',
    stale: 'Waiting for more than a day. Check your connection, then retry.',
    refused: 'Could not be sent. Retry, or edit it first.',
  },
  retry: 'Retry',
  edit: 'Edit',
  copy: 'Copy text',
  copyAll: 'Copy all',
  copied: 'Copied.',
  copyByHand: 'This browser does not let us copy. Here is the text, selected.',
  copyEach:
    'This browser does not let us copy. Choose Copy text on each message.',
  copyLabel: 'Text of this message',
  discard: 'Discard',
  confirm: 'Discard this message for good?',
  yes: 'Yes, discard',
  keep: 'Keep',
  close: 'Close',
  alreadySent: 'It was already sent.',
  wait: 'One moment.',
  notDone: 'That did not work on this device. Please try again.',
  // The server may have stored the submission even if its response did not arrive.
  discarded: 'Discarded. If it was already on its way, it may still arrive.',
  retrying: 'Trying to send it now.',
  left: 'It is not here anymore.',
  notYet: 'It could not be sent yet. It stays here.',
  empty: 'Nothing is waiting to be sent.',
};

/** Text of the button that opens the dialog. It always starts with a count. */
export function getUnsentLabel(waiting: number, refused: number): string {
  if (refused === 0) return `${formatMessageCount(waiting)} waiting to send`;
  const waitingText = waiting > 0 ? `, ${waiting} waiting to send` : '';
  return `${formatMessageCount(refused)} could not be sent${waitingText}`;
}

function formatMessageCount(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}
