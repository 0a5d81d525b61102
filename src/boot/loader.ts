import { type ChunkFailure, orFailure } from '../async/load-chunk.ts';
import { chunkFailure as words } from '../content/failures.ts';
import { promiseScripts } from './early-input.ts';
import type { PageCode } from './page-code.ts';
import { reload } from './reload.ts';

const retryAfter = 5000;
const lastLinesWithin = 10_000;

/**
 * Loads a page's code after the first paint, so that it takes nothing from it.
 * A tab in the background paints nothing and starts at `load`.
 */
export function loadAfterPaint(code: PageCode): void {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const href of code.files) {
      add(document.head, 'link', { rel: 'modulepreload', href });
    }
    void untilWhole().then(() => load(code));
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
 * The app takes over a whole page, and its last lines may come long after the
 * first paint. After a broken connection no event tells that they won't: then
 * nothing may be added any more, and the app renders the page anew.
 */
async function untilWhole(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((go) => {
    const limit = setTimeout(() => go(window.stop()), lastLinesWithin);
    document.addEventListener('DOMContentLoaded', () =>
      go(clearTimeout(limit)),
    );
  });
}

/**
 * Where the code can't be loaded it is tried again. Not all browsers ask the
 * server a second time, so there is a reload too, which keeps what is typed.
 * Code that is too new for the browser is not tried again.
 */
export async function load(
  { entry, files }: PageCode,
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
    isTooNew = error instanceof SyntaxError && !isRecentBrowser();
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
    const shown = notice ?? explain(failure as ChunkFailure);
    const again = () => load({ entry, files }, bring, shown);
    if (navigator.onLine) setTimeout(again, retryAfter);
    else addEventListener('online', again, { once: true });
  }
}

/**
 * All of these understand the code. Still they may be given half a file, as
 * Firefox has been seen to do, and find no sense in that.
 */
function isRecentBrowser(): boolean {
  return 'findLast' in Array.prototype;
}

function explain({ kind, address }: ChunkFailure): HTMLElement {
  const notice = add(document.body, 'p', { className: 'not-loaded' });
  notice.setAttribute('role', 'alert');
  notice.append(`${words.title}: ${words.kinds[kind]}, ${address} `);
  add(notice, 'a', { href: '', onclick: reload, textContent: words.reload });
  return notice;
}

function add<Name extends keyof HTMLElementTagNameMap>(
  place: HTMLElement,
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return place.appendChild(
    Object.assign(document.createElement(name), properties),
  );
}
