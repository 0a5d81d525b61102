import { listenEarly, setScriptsAvailable } from './early-input.ts';
import { loadAfterPaint } from './loader.ts';
import { recordPageChanges } from './page-changes.ts';
import type { PageData } from './page-data.ts';

// Each static page contains this script inline, after the JSON with its data.
// The build targets older browsers than for other scripts.
const script = document.querySelector('script[type="application/json"]');
const data: PageData = JSON.parse(script?.textContent ?? '');
if (isSiteAddress(data.path)) {
  listenEarly();
  recordPageChanges();
  if (isSupportedBrowser()) {
    setScriptsAvailable(true);
    loadAfterPaint(data);
  }
}

/** The app would show the 404 page at the address of an archive or a proxy. */
function isSiteAddress(path: string): boolean {
  // Our own 404 page is served at any address.
  return path === '/404' || normalize(path) === normalize(location.pathname);
}

/** Ignores letter case, slashes, percent-encoding and file extensions. */
function normalize(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURI(path);
  } catch {
    // The site has no malformed addresses.
  }
  const name = decoded.toLowerCase().replace(/(\/index)?\.html$/, '');
  return name.replace(/\/+/g, '/').replace(/\/$/, '');
}

/** The browsers in src/node/supported-browsers.ts have all of these. */
function isSupportedBrowser(): boolean {
  return (
    'hasOwn' in Object &&
    'at' in Array.prototype &&
    'HTMLDialogElement' in window
  );
}
