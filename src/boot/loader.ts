import { backoff } from '../async/backoff.ts';
import {
  type ChunkFailure,
  fetchPastCaches,
  link,
  orFailure,
} from '../async/load-chunk.ts';
import { chunkFailure as words } from '../content/failures.ts';
import { setScriptsAvailable } from './early-input.ts';
import type { PageScripts } from './page-scripts.ts';
import { showFailure } from './reload.ts';

/** The first retry comes after four to eight seconds. */
const firstRetry = 3;
const longestRetry = 60_000;
const parsedWithin = 10_000;

/**
 * Loads a page's scripts after the first paint, so that they take nothing from it.
 * A tab in the background paints nothing and starts at `load`.
 */
export function loadAfterPaint(scripts: PageScripts): void {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of scripts.files) {
      link('modulepreload', href).catch(() => undefined);
    }
    void untilParsed().then(() => load(scripts));
  };
  addEventListener('load', () =>
    document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)),
  );
  try {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  } catch {
    // The browser does not tell of paints: then it starts at `load` too.
  }
}

/**
 * React takes over a whole document, whose end may come long after the first
 * paint. Where the connection broke no event says that the rest will not come:
 * after a while parsing is stopped, and the app renders the page anew.
 */
async function untilParsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise<unknown>((go) => {
    document.addEventListener('DOMContentLoaded', go);
    setTimeout(go, parsedWithin);
  });
  if (document.readyState === 'loading') window.stop();
}

/**
 * Loads the scripts, and tries again with growing delays. There is a link to
 * reload the page as well, because some browsers request a failed module only
 * once. Nothing is tried again if a file is missing, since only a reload brings
 * the new release, or if the code is too new for the browser.
 */
export async function load(
  { entry, files }: PageScripts,
  // Absolute: a document's own address may hold a user and a password, and then
  // Chromium would load every module a second time.
  importFile = (file: string): Promise<unknown> =>
    import(/* @vite-ignore */ location.origin + file),
  attempts = 0,
  notice?: HTMLElement,
): Promise<void> {
  const imports = files.slice(0, files.indexOf(entry));
  /** The first file that has failed; those after it may import that file. */
  let failed: string | undefined;
  const importOrRecord = (file: string) =>
    importFile(file).catch((error: unknown) => {
      failed ??= file;
      throw error;
    });
  const run = async () => {
    await Promise.all(imports.map(importOrRecord));
    // Libraries run in a task of their own: input is handled in between.
    await new Promise((resolve) => setTimeout(resolve));
    await importOrRecord(entry);
  };
  let isTooNew = false;
  const recordSyntax = (error: unknown) => {
    // Browsers that have findLast understand the code. Even they may be given
    // half a file, as Firefox has been seen to do, and find a syntax error there.
    const isRecent = 'findLast' in Array.prototype;
    isTooNew = error instanceof SyntaxError && !isRecent;
    throw error;
  };
  try {
    await orFailure([...imports, entry], run().catch(recordSyntax));
    notice?.remove();
  } catch (failure) {
    notice?.remove();
    const { kind, address } = failure as ChunkFailure;
    if (isTooNew || kind === 'missing') setScriptsAvailable(false);
    if (isTooNew) return;
    const text = `${words.title}: ${kind}, ${address}`;
    const shown = showFailure(text, words.reload);
    if (kind === 'missing') return;
    const retry = async () => {
      await fetchPastCaches(failed ?? entry).catch(() => undefined);
      await load({ entry, files }, importFile, attempts + 1, shown);
    };
    setTimeout(retry, backoff(attempts + firstRetry, longestRetry));
  }
}
