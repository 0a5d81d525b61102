/**
 * The oldest browsers that the scripts run in; boot/inline.ts looks for them.
 * All pages can be read in older ones, too, and their forms say what they need.
 */
export const oldest = {
  chrome: '94',
  edge: '94',
  firefox: '98',
  safari: '15.4',
  ios: '15.4',
};

/** The same list as Vite's build.target spells it. */
export const target = Object.entries(oldest).map(
  ([name, version]) => name + version,
);
