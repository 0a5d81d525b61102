export const chunkFailureTexts = {
  title: 'Loading chunk failed',
  retry: 'Try again',
  reload: 'Reload',
};

/** The notice that appears if rendering the page crashes. */
export const crashText =
  'Something on this page has stopped working. Reload it to go on; what you have typed is kept if your browser allows it.';
