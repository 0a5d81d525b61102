/** The line under a thank-you, by how far the submission has come. */
export const delivery = {
  sent: 'Sent.',
  queued: 'Saved on this device. We will send it when you are back online.',
  failed: '',
  gone: 'Removed from this device.',
};

/** Of new words for a message that waits no longer. */
export const overtaken =
  'Your earlier message was sent, changed or removed meanwhile. Submit again to send this one too.';
