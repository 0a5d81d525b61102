import { getBackoff, initialBackoffStep } from '../async/backoff.ts';
import type { ChunkFailure } from '../async/load-chunk.ts';
import { addLink, refetchFile, withFailureCause } from '../async/load-chunk.ts';
import { chunkFailureTexts as words } from '../content/failures.ts';
import { setScriptsAvailable } from './early-input.ts';
import type { PageData } from './page-data.ts';
import { showCrash, showFailure } from './reload.ts';

const parserTimeout = 10_000;
/** Milliseconds after the load event in which the browser must paint the page. */
const paintTimeout = 2000;

/** Loads the scripts after the first paint, or after `load` in a hidden tab. */
export async function loadAfterPaint({ entry, files }: PageData) {
  addEventListener('pageshow', ({ persisted }) => {
    // WebKit does not load the scripts of a restored page. A started app has no `onsubmit`.
    if (persisted && document.onsubmit && navigator.onLine) location.reload();
  });
  await new Promise<void>((done) => {
    addEventListener('load', () => {
      // Starts the scripts even if the browser reports no frame.
      setTimeout(done, paintTimeout);
      if (document.hidden) done();
      else requestAnimationFrame(() => setTimeout(done));
    });
    try {
      const observer = new PerformanceObserver(() => done());
      observer.observe({ type: 'paint', buffered: true });
    } catch {
      // This browser does not report paints, so only the load event starts the scripts.
    }
  });
  // Firefox's `load` event waits for imports, but not for preloaded files.
  void Promise.allSettled(files.map((file) => addLink('modulepreload', file)));
  await waitForParser();
  await load({ entry, files });
}

/**
 * React hydrates the whole document, so the document must be parsed. There is
 * no event for a broken connection, so the parser is stopped after a timeout.
 */
async function waitForParser(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise<unknown>((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve);
    setTimeout(resolve, parserTimeout);
  });
  if (document.readyState === 'loading') window.stop();
}

type ImportFile = (file: string) => Promise<unknown>;

/**
 * Runs the scripts, and retries after a network failure. Some browsers never load a
 * failed module again, so the page also shows a link that reloads the page. Rejects
 * if a script throws.
 */
export async function load(
  { entry, files }: Omit<PageData, 'path'>,
  // The address is absolute, because Chromium would load a relative one twice if
  // the document's address contains a user name and a password.
  importFile: ImportFile = (file) =>
    import(/* @vite-ignore */ location.origin + file),
  backoffStep = initialBackoffStep,
  notice?: HTMLElement,
): Promise<void> {
  const importedFiles = files.slice(0, files.indexOf(entry));
  /** The first failure. Files that import the failed file fail as well. */
  let firstFailure: { file: string; error: unknown } | undefined;
  const importOrRecordFailure = (file: string) =>
    importFile(file).catch((error: unknown) => {
      firstFailure ??= { file, error };
      throw error;
    });
  const run = async () => {
    await Promise.all(importedFiles.map(importOrRecordFailure));
    // A separate task lets the browser handle input in between.
    await new Promise((resolve) => setTimeout(resolve));
    await importOrRecordFailure(entry);
  };

  try {
    await withFailureCause([...importedFiles, entry], run());
    notice?.remove();
  } catch (failure) {
    notice?.remove();
    const { kind, address } = failure as ChunkFailure;
    const { file = entry, error = failure } = firstFailure ?? {};
    if (kind === 'network' && (await hasThrown(file, error, importFile))) {
      // If the file was truncated, this makes the next page load get all of it.
      void refetchFile(file).catch(() => undefined);
      throw error;
    }
    const newNotice = showFailure(`${words.title}: ${kind}, ${address}`);
    // A newer release has deleted the file, so only a reload helps.
    if (kind === 'missing') return setScriptsAvailable(false);
    const retry = async () => {
      await refetchFile(file).catch(() => undefined);
      await load({ entry, files }, importFile, backoffStep + 1, newNotice);
    };
    setTimeout(() => retry().catch(showCrash), getBackoff(backoffStep));
  }
}

/**
 * Whether the code has thrown, and not its download. The error of a module is the same
 * object at each import. WebKit also keeps the error of a download, so this also checks
 * that the server has the file.
 */
async function hasThrown(
  file: string,
  error: unknown,
  importFile: ImportFile,
): Promise<boolean> {
  const request = fetch(file, { method: 'HEAD', cache: 'no-store' });
  const response = await request.catch(() => undefined);
  if (!response?.ok) return false;
  const nextError = await importFile(file).catch((next: unknown) => next);
  return nextError === error;
}
