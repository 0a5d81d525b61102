/** What the page says about itself: connection, version, installing. */
export const notices = {
  offline: 'You are offline. What you send is kept here and sent later.',
  update: 'A new version is ready.',
  updating: 'The page reloads in a moment.',
  reload: 'Reload',
  install: 'Install app',
  installed: 'Installed. You will find pear among your apps.',
  installByHand:
    'To install pear, open the share menu and choose Add to Home Screen.',
};

/** Where scripts are switched off, or the browser is too old for them. */
export const formNeeds =
  'Sending this form needs JavaScript and a recent browser.';

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
  text: 'Something on this page has stopped working. Reload it to go on; what you have typed is kept.',
  reload: 'Reload',
};
