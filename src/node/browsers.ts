/**
 * The oldest browsers that the scripts run in; boot/inline.ts looks for them.
 * All pages can be read in older ones, too, and their forms say what they need.
 */
export const target = [
  'chrome94',
  'edge94',
  'firefox98',
  'safari15.4',
  'ios15.4',
];
