/** The oldest browsers that run the scripts; older ones show readable pages. */
export const target = [
  'chrome94',
  'edge94',
  'firefox98',
  'safari15.4',
  'ios15.4',
];
