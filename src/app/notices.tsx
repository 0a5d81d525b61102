import { useEffect, useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { Dispensable } from '../components/dispensable.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { notices as words } from '../content/notices.ts';
import { isProduction } from '../env.ts';
import { subscribe } from '../outbox/changes.ts';
import { keepDelivering } from '../outbox/triggers.ts';
import { UnsentButton } from '../unsent/unsent-button.tsx';
import { useUnsent } from '../unsent/use-unsent.ts';
import { followConsent } from './analytics-consent.ts';
import { AskToCount, CountingChoice } from './analytics-question.tsx';
import { installApp, installState, onInstallChange } from './install-prompt.ts';
import { isIosBrowser } from './ios-browser.ts';
import styles from './notices.module.css';
import {
  applyUpdate,
  onUpdate,
  registerWorker,
  updateState,
} from './register-worker.ts';

/** What the visitor should know and may ignore. */
export function Notices() {
  useEffect(startWork, []);
  return (
    <>
      <Dispensable>
        <Install />
      </Dispensable>
      {__HAS_ANALYTICS__ && (
        <Dispensable>
          <CountingChoice />
        </Dispensable>
      )}
      <div className={styles.corner} data-live>
        <Dispensable>
          <Offline />
        </Dispensable>
        <Dispensable>
          <Update />
        </Dispensable>
        {__HAS_ANALYTICS__ && (
          <Dispensable>
            <AskToCount />
          </Dispensable>
        )}
        <Dispensable>
          <UnsentButton />
        </Dispensable>
      </div>
    </>
  );
}

function startWork(): void {
  if (isProduction) void registerWorker();
  keepDelivering(subscribe);
  followConsent();
}

function Offline() {
  const isOffline = useSyncExternalStore(onConnection, readOffline);
  const canAnnounce = useElapsed(announcedAfter);
  // Where nothing can be read nothing is kept.
  const isKept = useUnsent() !== undefined;
  return (
    <p aria-live="polite" className={`${styles.notice} ${styles.offline}`}>
      {canAnnounce && isOffline && words.offline}
      {canAnnounce && isOffline && isKept && ` ${words.kept}`}
    </p>
  );
}

function readOffline(): boolean {
  return !navigator.onLine;
}

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

function Update() {
  const state = useSyncExternalStore(onUpdate, updateState);
  return (
    <div aria-live="polite" className={styles.notice}>
      {state !== 'none' && (
        <>
          <p>{state === 'ready' ? words.update : words.updating}</p>
          <SmallButton onClick={applyUpdate}>{words.reload}</SmallButton>
        </>
      )}
    </div>
  );
}

/** At the foot of the page, where nobody is interrupted. */
function Install() {
  const state = useSyncExternalStore(onInstallChange, installState);
  const isByHand = state === 'none' && isIosBrowser();
  if (state === 'none' && !isByHand) return null;
  return (
    <aside className={styles.install} aria-live="polite">
      {state === 'offered' && (
        <SmallButton onClick={() => installApp().then(keepFocus)}>
          {words.install}
        </SmallButton>
      )}
      {state === 'installed' && <p>{words.installed}</p>}
      {isByHand && <InstallByHand />}
    </aside>
  );
}

/** The button has gone; the visitor may be somewhere else by then. */
function keepFocus(): void {
  if (document.activeElement === document.body) focusHeading();
}

/** Not while messages wait: the installed app has another storage on iOS. */
function InstallByHand() {
  const unsent = useUnsent();
  return unsent?.length === 0 && <p>{words.installByHand}</p>;
}
