import { createSignal } from './signal.ts';

// A frozen page still receives messages, but no results of IndexedDB. A transaction that
// it begins never ends, and blocks the writes of all other tabs and the worker. Only
// Chromium freezes pages: https://wicg.github.io/page-lifecycle/

const { subscribe, notify } = createSignal();
let resumption: Promise<void> | undefined;

/** Calls the listener when the browser is about to freeze the page. */
export const onFreeze = subscribe;

/** Returns undefined, or in a frozen page a promise that resolves when it resumes. */
export function whenResumed(): Promise<void> | undefined {
  return resumption;
}

function handleFreeze(): void {
  resumption ??= new Promise((resolve) => {
    const resume = () => {
      resumption = undefined;
      resolve();
    };
    addEventListener('resume', resume, { once: true, capture: true });
    // A page that the back-forward cache restores is not frozen.
    addEventListener('pageshow', resume, { once: true });
  });
  notify();
}

// The event is dispatched at the document and does not bubble. The listener captures it at
// the global object, because workers have no document. Node has no listeners at all.
globalThis.addEventListener?.('freeze', handleFreeze, true);
