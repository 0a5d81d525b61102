import { createSignal } from '../async/signal.ts';

/** How often to look where the browser lacks BroadcastChannel. */
const pollInterval = 2000;
/** Longer than an answer may take. */
const restoredFor = 30_000;

const { subscribe: addListener, notify } = createSignal();
let channel: BroadcastChannel | undefined;
let listens = false;

/** Calls the listener when any tab or the worker changes the outbox. */
export function onOutboxChange(listener: () => void): () => void {
  if (!listens) {
    listens = true;
    const opened = open();
    if (opened) opened.onmessage = notify;
    else setInterval(notify, pollInterval);
    addEventListener('pageshow', notifyRestored);
  }
  return addListener(listener);
}

/** Tells this page and every other tab that something changed. */
export function broadcastChange(): void {
  open()?.postMessage('changed');
  notify();
}

/** Throws in Firefox where cookies are blocked. */
function open(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('pear-outbox');
  } catch {
    // The others look by themselves.
  }
  return channel;
}

/**
 * A page out of the back-forward cache has missed changes, and may miss one as
 * it comes back: it looks again once what was being sent has its answer.
 */
function notifyRestored({ persisted }: Event & { persisted?: boolean }): void {
  if (!persisted) return;
  notify();
  setTimeout(notify, restoredFor);
}
