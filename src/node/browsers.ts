/**
 * The oldest browsers that the scripts run in. All pages can be read in older
 * ones, too, and their forms say what they need.
 */
export const oldest = {
  chrome: '94',
  edge: '94',
  firefox: '98',
  safari: '15.4',
  ios: '15.4',
};

/** The same as the build takes it. */
export const target = Object.entries(oldest).map(
  ([name, version]) => name + version,
);
