import { addEarlyListeners, setScriptsAvailable } from './early-events.ts';
import { loadAfterPaint } from './loader.ts';
import { recordPageChanges } from './page-changes.ts';
import type { PageData } from './page-data.ts';
import { showCrash } from './show-failure.ts';

// Each static page contains this script inline, after the JSON with its data. A page with
// a form contains inline-form.ts, which adds to this script. The build compiles both for
// older browsers than the other scripts.
const script = document.querySelector('script[type="application/json"]');
const pageData: PageData = JSON.parse(script?.textContent ?? '');
if (isSiteAddress(pageData.path)) {
  addEarlyListeners();
  recordPageChanges();
  layOutBeforePaint();
  if (isSupportedBrowser()) {
    setScriptsAvailable(true);
    loadAfterPaint(pageData).catch(showCrash);
  }
}

/** Whether the page is at its own address, and not in a copy, as on web.archive.org. */
function isSiteAddress(path: string): boolean {
  // Our own 404 page is served at any address.
  return (
    path === '/404' || normalizePath(path) === normalizePath(location.pathname)
  );
}

/**
 * Lays out the parsed page in a task of its own. Otherwise the task of the first paint
 * would do so, and would block slow phones for a third longer.
 */
function layOutBeforePaint(): void {
  document.addEventListener('DOMContentLoaded', () => {
    setTimeout(() => document.body.offsetHeight);
  });
}

/** Removes differences in letter case, slashes, percent-encoding and extensions. */
function normalizePath(path: string): string {
  let decodedPath = path;
  try {
    decodedPath = decodeURI(path);
  } catch {
    // A malformed path is never a path of the site.
  }
  const pathWithoutSuffix = decodedPath
    .toLowerCase()
    .replace(/(\/index)?\.html$/, '');
  return pathWithoutSuffix.replace(/\/+/g, '/').replace(/\/$/, '');
}

/** Checks for features that all browsers in src/build/supported-browsers.ts have. */
function isSupportedBrowser(): boolean {
  return (
    'hasOwn' in Object &&
    'at' in Array.prototype &&
    'HTMLDialogElement' in window
  );
}
