/** The line under a thank-you, by how far the submission has come. */
export const delivery = {
  sent: 'Sent.',
  queued: 'Saved on this device. We will send it when you are back online.',
  failed: '',
  gone: 'Discarded on this device.',
};
