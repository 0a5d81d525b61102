import { listenEarly, promiseScripts } from './early-input.ts';
import { loadAfterPaint } from './loader.ts';
import { notePageChanges } from './page-changes.ts';

// The script in each static page's own text, after the addresses of the page's
// scripts as JSON. It is built for browsers older than those that the rest needs.
listenEarly();
notePageChanges();
if (hasWhatScriptsNeed()) {
  promiseScripts(true);
  const data = document.querySelector('script[type="application/json"]');
  loadAfterPaint(JSON.parse(data?.textContent ?? ''));
}

/** The browsers in src/node/browsers.ts have all of these. */
function hasWhatScriptsNeed(): boolean {
  return (
    'hasOwn' in Object &&
    'at' in Array.prototype &&
    'HTMLDialogElement' in window
  );
}
