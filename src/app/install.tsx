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

/** User agents of apps that show pages in a web view with Safari's engine. */
const webViews =
  /\b(FBAN|FBAV|Instagram|Line|GSA|Snapchat|Twitter|Pinterest|LinkedInApp|MicroMessenger|Telegram)\b/;

/** Offers the installation at the end of the page, which interrupts nobody. */
export function Install() {
  const state = useSyncExternalStore(onInstallChange, installState);
  const [isClosed, setClosed] = useState(false);
  function close() {
    closeInstall();
    setClosed(true);
    focusHeading();
  }
  const closeButton = <SmallButton onClick={close}>{words.close}</SmallButton>;
  if (!state && isIosBrowser() && !isClosed) {
    return <InstallByHand>{closeButton}</InstallByHand>;
  }
  return (
    <>
      {typeof state === 'object' && (
        <aside className={styles.install}>
          <SmallButton onClick={() => installApp(state).then(restoreFocus)}>
            {words.install}
          </SmallButton>
          {closeButton}
        </aside>
      )}
      <div aria-live="polite">
        {state === 'installed' && (
          <div className={styles.install}>
            <p>{markName(words.installed)}</p>
            {closeButton}
          </div>
        )}
      </div>
    </>
  );
}

/** The focused button has been removed, unless the visitor has moved the focus. */
function restoreFocus(): void {
  if (document.activeElement === document.body) focusHeading();
}

/** Hidden while messages are unsent, because an app on iOS cannot read them. */
function InstallByHand({ children }: { children: ReactNode }) {
  const unsent = useUnsent();
  if (unsent?.length !== 0) return null;
  return (
    <aside className={styles.install}>
      <p>{markName(words.installByHand)}</p>
      {children}
    </aside>
  );
}

/** Whether the share menu can install the site; in other apps it cannot. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints, standalone } = navigator as Navigator & {
    standalone?: boolean;
  };
  const isIos =
    /iPhone|iPad|iPod/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isBrowser = /\bSafari\//.test(userAgent) && !webViews.test(userAgent);
  return isIos && isBrowser && standalone === false;
}
