import type { Workbox } from 'workbox-window';
import { createSignal } from '../async/signal.ts';
import { makeWay } from '../outbox/messages.ts';

/** So long the new version may take once the visitor has asked for it. */
const reloadsWithin = 5000;

let waiting: Workbox | undefined;
let stale = false;
let followUpdate = false;
const { subscribe, notify } = createSignal();

export { subscribe as onUpdate };

/** A newer version waits until the visitor agrees. */
export function noteWaiting(workbox: Workbox): void {
  waiting = workbox;
  notify();
}

/** Another tab, or this one, has let the new version take over. */
export function noteReplaced(): void {
  if (followUpdate) {
    location.reload();
    return;
  }
  waiting = undefined;
  stale = true;
  notify();
}

/** 'ready' when a newer version than this page's waits, or is at work. */
export function updateState(): 'none' | 'ready' | 'asked for' {
  if (followUpdate) return 'asked for';
  return waiting || stale ? 'ready' : 'none';
}

/** Lets the new version take over and shows the page in it. */
export function applyUpdate(): void {
  followUpdate = true;
  notify();
  if (waiting) void replaceWorker(waiting);
  else location.reload();
}

async function replaceWorker(next: Workbox): Promise<void> {
  // The old one may be busy, and one that is withdrawn takes over nowhere.
  setTimeout(() => location.reload(), reloadsWithin);
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(makeWay);
  next.messageSkipWaiting();
}
