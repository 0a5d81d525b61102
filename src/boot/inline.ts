import { listenEarly, setScriptsAvailable } from './early-input.ts';
import { loadAfterPaint } from './loader.ts';
import { recordPageChanges } from './page-changes.ts';
import type { PageData } from './page-scripts.ts';

// The script in each static page's own text, after the addresses of the page's
// scripts as JSON. It is built for browsers older than those that the rest needs.
const script = document.querySelector('script[type="application/json"]');
const data: PageData = JSON.parse(script?.textContent ?? '');
if (isOurAddress(data.path)) {
  listenEarly();
  recordPageChanges();
  if (hasWhatScriptsNeed()) {
    setScriptsAvailable(true);
    loadAfterPaint(data);
  }
}

/**
 * Archives and translating proxies serve a page at an address of their own. There
 * the app would replace what was served by the 404 page, so it does not start.
 * Our own 404 page is served at any address.
 */
function isOurAddress(path: string): boolean {
  return path === '/404' || plain(path) === plain(location.pathname);
}

/** Servers differ in letter case, slashes, percent-encoding and endings. */
function plain(path: string): string {
  let address = path;
  try {
    address = decodeURI(path);
  } catch {
    // No address of ours is malformed.
  }
  address = address.toLowerCase().replace(/(\/index)?\.html$/, '');
  return address.replace(/\/+/g, '/').replace(/\/$/, '');
}

/** The browsers in src/node/supported-browsers.ts have all of these. */
function hasWhatScriptsNeed(): boolean {
  return (
    'hasOwn' in Object &&
    'at' in Array.prototype &&
    'HTMLDialogElement' in window
  );
}
