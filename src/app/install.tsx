import { useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { markName } from '../components/mark-name.tsx';
import { notices as words } from '../content/notices.ts';
import { useUnsent } from '../outbox/live.ts';
import { installApp, installState, onInstallChange } from './install-prompt.ts';
import styles from './notices.module.css';

/** What apps add to the name of Safari's engine when they show a page. */
const apps =
  /\b(FBAN|FBAV|Instagram|Line|GSA|Snapchat|Twitter|Pinterest|LinkedInApp|MicroMessenger|Telegram)\b/;

/** Offers to install the site, at the foot of the page: nobody is interrupted. */
export function Install() {
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
      {state === 'installed' && <p>{markName(words.installed)}</p>}
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
  return unsent?.length === 0 && <p>{markName(words.installByHand)}</p>;
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
