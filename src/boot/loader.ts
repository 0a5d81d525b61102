import { firstDownloadDelay, getBackoff } from '../async/backoff.ts';
import {
  addLink,
  type ChunkFailure,
  refetchFile,
  withFailureCause,
} from '../async/script-files.ts';
import { wait } from '../async/timeout.ts';
import { chunkFailureTexts } from '../content/failures.ts';
import { setScriptsAvailable } from './early-events.ts';
import type { PageData } from './page-data.ts';
import { showFailure } from './show-failure.ts';

const parserTimeout = 10_000;
/** Milliseconds after the load event in which the browser must paint the page. */
const paintTimeout = 2000;

/** Loads the scripts after the first paint, or after `load` in a hidden tab. */
export async function loadAfterPaint({ entry, files }: PageData) {
  addEventListener('pageshow', ({ persisted }) => {
    // WebKit does not load the scripts of a restored page. A started app has no `onsubmit`.
    if (persisted && document.onsubmit && navigator.onLine) location.reload();
  });

  await waitForPaint();
  // Firefox's `load` event waits for imports, but not for preloaded files.
  void Promise.allSettled(files.map((file) => addLink('modulepreload', file)));
  await waitForParser();
  await load({ entry, files });
}

async function waitForPaint(): Promise<void> {
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
}

/**
 * Waits until the document is parsed, because React hydrates the whole document. Stops
 * the parser after a timeout, because there is no event for a broken connection.
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
type Scripts = Omit<PageData, 'path'>;

/**
 * Runs the scripts, and retries after a network failure. Some browsers never load a
 * failed module again, so the page also shows a link that reloads the page. Rejects
 * if a script throws.
 */
export async function load(
  scripts: Scripts,
  // The address is absolute, because Chromium would load a relative one twice if
  // the document's address contains a user name and a password.
  importFile: ImportFile = (file) =>
    import(/* @vite-ignore */ location.origin + file),
): Promise<void> {
  let notice: HTMLElement | undefined;
  for (let failures = 0; ; failures += 1) {
    const failure = await runScripts(scripts, importFile);
    notice?.remove();
    if (!failure) return;

    const { file, error, cause } = failure;
    if (cause.kind === 'network' && (await hasThrown(failure, importFile))) {
      // If the file was truncated, this makes the next page load get all of it.
      void refetchFile(file).catch(() => undefined);
      throw error;
    }

    notice = showFailure(
      `${chunkFailureTexts.title}: ${cause.kind}, ${cause.address}`,
    );
    if (cause.kind === 'missing') {
      // A newer release has deleted the file, so only a reload helps.
      setScriptsAvailable(false);
      return;
    }

    await wait(getBackoff(failures, { firstDelay: firstDownloadDelay }));
    await refetchFile(file).catch(() => undefined);
  }
}

interface LoadFailure {
  /** The first file that failed. Files that import it fail as well. */
  file: string;
  /** The error of that file's import. */
  error: unknown;
  cause: ChunkFailure;
}

/** Runs the imports of the entry, and then the entry. Resolves with the failure, if any. */
async function runScripts(
  { entry, files }: Scripts,
  importFile: ImportFile,
): Promise<LoadFailure | undefined> {
  const importedFiles = files.slice(0, files.indexOf(entry));
  let firstFailure: { file: string; error: unknown } | undefined;
  const importOrRecordFailure = async (file: string) => {
    try {
      await importFile(file);
    } catch (error) {
      firstFailure ??= { file, error };
      throw error;
    }
  };
  const run = async () => {
    await Promise.all(importedFiles.map(importOrRecordFailure));
    // A separate task lets the browser handle input in between.
    await wait(0);
    await importOrRecordFailure(entry);
  };

  try {
    await withFailureCause([...importedFiles, entry], run());
    return undefined;
  } catch (cause) {
    // A timeout is a failure of no file in particular.
    const { file, error } = firstFailure ?? { file: entry, error: cause };
    return { file, error, cause: cause as ChunkFailure };
  }
}

/**
 * Whether the code itself has thrown, so that its download was complete. Browsers throw
 * the error of a module again at each import, as the same object. WebKit does so for a
 * failed download, too, so this also checks that the server has the file.
 */
async function hasThrown(
  { file, error }: LoadFailure,
  importFile: ImportFile,
): Promise<boolean> {
  const request = fetch(file, { method: 'HEAD', cache: 'no-store' });
  const response = await request.catch(() => undefined);
  if (!response?.ok) return false;

  const nextError = await importFile(file).catch((next: unknown) => next);
  return nextError === error;
}
