/** Texts of the consent prompt, for builds with a measurement id. */
export const analyticsTexts = {
  question: 'May we count this visit?',
  yes: 'Yes',
  no: 'No',
  /** Texts of the preference in the footer. */
  // A content blocker may prevent the counting, so this says only what was allowed.
  counted: 'You allow us to count your visits.',
  stop: 'Stop counting',
  notCounted: 'We do not count your visits.',
  count: 'Count my visits',
  refused:
    'Your browser asks not to be tracked, so we do not count your visits.',
};
