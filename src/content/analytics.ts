/** Texts of the consent prompt, for builds with a measurement id. */
export const analyticsTexts = {
  question: 'May we count this visit?',
  yes: 'Yes',
  no: 'No',
  /** Texts of the preference in the footer. */
  counted: 'We count your visits.',
  stop: 'Stop counting',
  notCounted: 'We do not count your visits.',
  count: 'Count my visits',
  refused:
    'Your browser asks not to be tracked, so we do not count your visits.',
};
