/** The line under a thank-you, by the submission's status. */
export const delivery = {
  sent: 'Sent.',
  refused: '',
  gone: 'Removed from this device.',
};

/** The line under a thank-you for a queued submission, by the outbox's `deliveryMode`. */
export const queuedTexts = {
  online: 'Saved on this device. We will send it as soon as we can.',
  offline: 'Saved on this device. We will send it when you are back online.',
  'open page':
    'Saved on this device. Keep this page open, or come back, and we will send it.',
};

/** Texts around the reload link, for when only a reload can load the delivery code. */
export const reloadTexts = {
  saved: 'Saved on this device.',
  link: 'Reload this page',
  one: 'to send it.',
  several: 'to send them.',
};

/** Announcements about a submission that is not on screen. */
export const resultAnnouncements = {
  sent: 'Your message was sent.',
  refused: 'Your message could not be sent.',
};

/** Shown if an edited message was sent or removed before the edit was submitted. */
export const conflictText =
  'The earlier version was already sent, changed or removed. Submit again to send this one.';
