import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { markName } from '../components/mark-name.tsx';
import { notices as words } from '../content/notices.ts';
import { useUnsent } from '../outbox/use-outbox.ts';
import {
  closeInstall,
  installApp,
  installState,
  onInstallChange,
} from './install-prompt.ts';
import styles from './notices.module.css';

/** What apps add to the name of Safari's engine when they show a page. */
const apps =
  /\b(FBAN|FBAV|Instagram|Line|GSA|Snapchat|Twitter|Pinterest|LinkedInApp|MicroMessenger|Telegram)\b/;

/** Offers to install the site, at the foot of the page: nobody is interrupted. */
export function Install() {
  const state = useSyncExternalStore(onInstallChange, installState);
  const [isClosed, setClosed] = useState(false);
  const isByHand = state === 'none' && isIosBrowser() && !isClosed;
  function close() {
    // What was closed comes back with the browser's next offer.
    closeInstall();
    setClosed(true);
    focusHeading();
  }
  const closing = <SmallButton onClick={close}>{words.close}</SmallButton>;
  return (
    <>
      {(state === 'offered' || isByHand) && (
        <aside className={styles.install}>
          {isByHand ? (
            <InstallByHand>{closing}</InstallByHand>
          ) : (
            <>
              <SmallButton onClick={() => installApp().then(keepFocus)}>
                {words.install}
              </SmallButton>
              {closing}
            </>
          )}
        </aside>
      )}
      <div aria-live="polite">
        {state === 'installed' && (
          <div className={styles.install}>
            <p>{markName(words.installed)}</p>
            {closing}
          </div>
        )}
      </div>
    </>
  );
}

/** The button has gone; the visitor may be somewhere else by then. */
function keepFocus(): void {
  if (document.activeElement === document.body) focusHeading();
}

/** Not while messages wait: the installed app has another storage on iOS. */
function InstallByHand({ children }: { children: ReactNode }) {
  const unsent = useUnsent();
  if (unsent?.length !== 0) return null;
  return (
    <>
      <p>{markName(words.installByHand)}</p>
      {children}
    </>
  );
}

/** Where the share menu installs: not in the views of other apps. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints, standalone } = navigator as Navigator & {
    standalone?: boolean;
  };
  const isIos =
    /iPhone|iPad|iPod/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isBrowser = /\bSafari\//.test(userAgent) && !apps.test(userAgent);
  return isIos && isBrowser && standalone === false;
}
