import { useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { notices as words } from '../content/notices.ts';
import { useUnsent } from '../unsent/use-unsent.ts';
import { installApp, installState, onInstallChange } from './install-prompt.ts';
import { isIosBrowser } from './ios-browser.ts';
import styles from './notices.module.css';

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
