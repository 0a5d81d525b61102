/**
 * The oldest browsers that run the scripts; boot/inline.ts detects older ones. In
 * older browsers pages are readable, and forms show which browsers they need.
 */
export const target = [
  'chrome94',
  'edge94',
  'firefox98',
  'safari15.4',
  'ios15.4',
];
