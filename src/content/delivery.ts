/** The line under a thank-you, by how far the submission has come. */
export const delivery = {
  sent: 'Sent.',
  refused: '',
  gone: 'Removed from this device.',
};

/** The line of one that waits, by who will send it. */
export const queued = {
  online: 'Saved on this device. We will send it as soon as we can.',
  offline: 'Saved on this device. We will send it when you are back online.',
  'open page':
    'Saved on this device. Keep this page open, or come back, and we will send it.',
};

/** The same where the code that sends cannot be loaded; `link` reloads. */
export const reloadToSend = {
  saved: 'Saved on this device.',
  link: 'Reload this page',
  one: 'to send it.',
  several: 'to send them.',
};

/** Announced of a submission that the view does not show. */
export const elsewhere = {
  sent: 'Your message was sent.',
  refused: 'Your message could not be sent.',
};

/** Of new words for a message that waits no longer. */
export const conflict =
  'Your earlier message was sent, changed or removed meanwhile. Submit again to send this one too.';
