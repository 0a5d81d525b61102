/** Where a measurement id is set: nobody is counted who has not said yes. */
export const analytics = {
  question: 'May we count this visit?',
  yes: 'Yes',
  no: 'No',
  /** At the foot of the page, by the answer. */
  counted: 'We count your visits.',
  stop: 'Stop counting',
  notCounted: 'We do not count your visits.',
  count: 'Count my visits',
  refused:
    'Your browser asks not to be tracked, so we do not count your visits.',
};
