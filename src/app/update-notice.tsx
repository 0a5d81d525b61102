import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { createStore } from '../async/signal.ts';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { noticeTexts } from '../content/notices.ts';
import { prepareForUpdateMessage } from '../submissions/update-messages.ts';
import { CloseButton } from './close-button.tsx';
import { leaveHiddenNotice } from './leave-hidden-notice.ts';
import styles from './notices.module.css';

/** Maximum wait for the new worker after the visitor's click, in milliseconds. */
const takeoverTimeout = 5000;

let waitingWorkbox: Workbox | undefined;
/** 'ready' if a worker that is newer than this page is waiting or active. */
export const newVersion = createStore<'none' | 'ready' | 'requested'>('none');

const stateTexts = {
  none: '',
  ready: noticeTexts.update,
  requested: noticeTexts.updating,
};

export function UpdateNotice() {
  const state = useSyncExternalStore(newVersion.subscribe, newVersion.get);
  const isShown = state !== 'none';
  return (
    <div
      ref={isShown ? leaveHiddenNotice : null}
      className={isShown ? styles.notice : undefined}
    >
      {/* The buttons are not live, because they are not part of the news. */}
      <p aria-live="polite">{stateTexts[state]}</p>
      {isShown && (
        <SmallButton onClick={applyUpdate}>{noticeTexts.reload}</SmallButton>
      )}
      {state === 'ready' && (
        <CloseButton aria-label={noticeTexts.closeUpdate} onClick={close} />
      )}
    </div>
  );
}

function close(): void {
  if (newVersion.get() === 'ready') newVersion.set('none');
  focusHeading();
  void offerNextVersion();
}

/** Offers the next version when it is installed, because Workbox may not report it. */
async function offerNextVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const onUpdateFound = () => {
    const { installing } = registration ?? {};
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') showOffer();
    });
  };
  registration?.addEventListener('updatefound', onUpdateFound, { once: true });
}

/** Offers a newer version, which is activated only if the visitor accepts. */
export function offerWaitingVersion(workbox: Workbox): void {
  waitingWorkbox = workbox;
  showOffer();
}

/** Handles the takeover by a newer worker, which any tab may have requested. */
export function handleTakeover(): void {
  waitingWorkbox = undefined;
  if (newVersion.get() === 'requested') location.reload();
  else showOffer();
}

/** Offers a new version, unless this page is about to reload. */
function showOffer(): void {
  if (newVersion.get() !== 'requested') newVersion.set('ready');
}

async function applyUpdate(): Promise<void> {
  newVersion.set('requested');
  if (!waitingWorkbox) return location.reload();

  // Reloads after a time limit, because the takeover may be late or never happen.
  setTimeout(() => location.reload(), takeoverTimeout);
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(prepareForUpdateMessage);
  // `handleTakeover` clears `waitingWorkbox` if the new worker has taken over meanwhile.
  waitingWorkbox?.messageSkipWaiting();
}
