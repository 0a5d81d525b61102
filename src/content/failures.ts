export const chunkFailure = {
  title: 'Loading chunk failed',
  kinds: {
    missing: 'missing',
    timeout: 'timeout',
    network: 'network',
  },
  retry: 'Try again',
  reload: 'Reload',
};

/** Where the page's own code has failed. */
export const crash = {
  text: 'Something on this page has stopped working. Reload it to go on; what you have typed is kept where your browser allows it.',
  reload: 'Reload',
};
