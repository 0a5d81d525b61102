/** The oldest browsers that run the scripts; older ones show readable pages. */
export const oldestBrowsers = [
  'chrome94',
  'edge94',
  'firefox98',
  'safari15.4',
  'ios15.4',
];
