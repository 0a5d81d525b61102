import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { createSignal } from '../async/signal.ts';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { notices as words } from '../content/notices.ts';
import { prepareForUpdate } from '../outbox/messages.ts';
import styles from './notices.module.css';

/** So long the new version may take once the visitor has asked for it. */
const reloadsWithin = 5000;

let waiting: Workbox | undefined;
/** 'ready' when a newer version than this page's waits, or is at work. */
let state: 'none' | 'ready' | 'asked for' = 'none';
const { subscribe, notify } = createSignal();

export function updateState() {
  return state;
}

export function UpdateNotice() {
  const state = useSyncExternalStore(subscribe, updateState);
  return (
    <div aria-live="polite">
      {state !== 'none' && (
        <div className={styles.notice}>
          <p>{state === 'ready' ? words.update : words.updating}</p>
          <SmallButton onClick={applyUpdate}>{words.reload}</SmallButton>
          {state === 'ready' && (
            <SmallButton onClick={close}>{words.close}</SmallButton>
          )}
        </div>
      )}
    </div>
  );
}

/** Workbox reports one new version while a page is open, so look for the next. */
async function close(): Promise<void> {
  setState('none');
  focusHeading();
  const registration = await navigator.serviceWorker.getRegistration();
  const showNext = () => {
    const { installing } = registration ?? {};
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') setState('ready');
    });
  };
  registration?.addEventListener('updatefound', showNext, { once: true });
}

/** A newer version waits until the visitor agrees. */
export function recordWaiting(workbox: Workbox): void {
  waiting = workbox;
  setState('ready');
}

/** Another tab, or this one, has let the new version take over. */
export function recordReplaced(): void {
  waiting = undefined;
  if (state === 'asked for') location.reload();
  else setState('ready');
}

function setState(next: typeof state): void {
  // What was asked for stays so.
  if (state !== 'asked for') state = next;
  notify();
}

/** Lets the new version take over and shows the page in it. */
async function applyUpdate(): Promise<void> {
  setState('asked for');
  if (!waiting) {
    location.reload();
    return;
  }
  // The old one may be busy, and one that is withdrawn takes over nowhere.
  setTimeout(() => location.reload(), reloadsWithin);
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(prepareForUpdate);
  // Unless it has taken over meanwhile.
  waiting?.messageSkipWaiting();
}
