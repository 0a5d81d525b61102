import { type ChunkFailure, link, orFailure } from '../async/load-chunk.ts';
import { chunkFailure as words } from '../content/failures.ts';
import { promiseScripts } from './early-input.ts';
import type { PageScripts } from './page-scripts.ts';
import { showFailure } from './reload.ts';

const retryAfter = 5000;
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
 * Where the code can't be loaded it is tried again. Not all browsers ask the
 * server a second time, so there is a reload too, which keeps what is typed.
 * Code that is too new for the browser is not tried again.
 */
export async function load(
  { entry, files }: PageScripts,
  bring = (file: string): Promise<unknown> => import(/* @vite-ignore */ file),
  notice?: HTMLElement,
): Promise<void> {
  const imports = files.slice(0, files.indexOf(entry));
  const run = async () => {
    await Promise.all(imports.map(bring));
    // Libraries run in a task of their own: input is handled in between.
    await new Promise((resolve) => setTimeout(resolve));
    await bring(entry);
  };
  let isTooNew = false;
  const note = (error: unknown) => {
    // Those that have findLast understand the code. Still they may be given half
    // a file, as Firefox has been seen to do, and find no sense in that.
    const isRecent = 'findLast' in Array.prototype;
    isTooNew = error instanceof SyntaxError && !isRecent;
    throw error;
  };
  try {
    await orFailure([...imports, entry], run().catch(note));
    notice?.remove();
  } catch (failure) {
    if (isTooNew) {
      notice?.remove();
      promiseScripts(false);
      return;
    }
    const { kind, address } = failure as ChunkFailure;
    const text = `${words.title}: ${words.kinds[kind]}, ${address}`;
    const shown = notice ?? showFailure(text, words.reload);
    setTimeout(load, retryAfter, { entry, files }, bring, shown);
  }
}
