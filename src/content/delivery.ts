/** The line under a thank-you, by the submission's status. */
export const statusTexts = {
  sent: 'Sent.',
  gone: 'Removed from this device.',
};

/** The line under a thank-you for a queued submission, by the `DeliveryMode`. */
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

/** Announcements about one submission that is not on screen. */
export const resultTexts = {
  sent: 'Your message was sent.',
  refused: 'Your message could not be sent.',
};

export type Result = keyof typeof resultTexts;

/** Returns one sentence about the results of several submissions, or ''. */
export function describeResults(results: readonly Result[]): string {
  const [first] = results;
  if (!first) return '';
  if (results.length === 1) return resultTexts[first];

  const refusedCount = results.filter((each) => each === 'refused').length;
  const sentCount = results.length - refusedCount;
  if (sentCount === 0) return `${refusedCount} messages could not be sent.`;
  const sentText =
    sentCount === 1 ? '1 message was sent' : `${sentCount} messages were sent`;
  if (refusedCount === 0) return `${sentText}.`;
  return `${sentText}, and ${refusedCount} could not be sent.`;
}

/** Shown if an edited submission was sent or removed before the edit was submitted. */
export const conflictText =
  'The earlier version was already sent, changed or removed. Submit again to send this one.';
