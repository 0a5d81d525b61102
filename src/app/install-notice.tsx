import { useSyncExternalStore } from 'react';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { markProductName } from '../components/mark-product-name.tsx';
import { noticeTexts } from '../content/notices.ts';
import { useUnsent } from '../submissions/use-outbox.ts';
import { CloseButton } from './close-button.tsx';
import { installApp, installState } from './install-prompt.ts';
import styles from './notices.module.css';

/** User agents of apps that show pages in a web view with Safari's engine. */
const inAppPattern =
  /\b(FBAN|FBAV|Instagram|Line|GSA|Snapchat|Twitter|Pinterest|LinkedInApp|MicroMessenger|Telegram)\b/;

/** Offers the installation at the end of the page, where it interrupts nobody. */
export function InstallNotice() {
  const state = useSyncExternalStore(installState.subscribe, installState.get);
  const unsent = useUnsent();
  const offer = typeof state === 'object' ? state : undefined;
  const isInstalled = state === 'installed';
  // On iOS the installed app cannot read the browser's unsent submissions.
  const hasHint = !state && isIosBrowser() && unsent?.length === 0;

  function close() {
    installState.set('closed');
    focusHeading();
  }

  const closeButton = (
    <CloseButton aria-label={noticeTexts.closeInstall} onClick={close} />
  );

  return (
    <>
      {(offer || hasHint) && (
        <aside className={styles.install}>
          {offer ? (
            <SmallButton onClick={() => installApp(offer).then(restoreFocus)}>
              {noticeTexts.install}
            </SmallButton>
          ) : (
            <p>{markProductName(noticeTexts.installByHand)}</p>
          )}
          {closeButton}
        </aside>
      )}
      <div className={isInstalled ? styles.install : undefined}>
        <p aria-live="polite">
          {isInstalled && markProductName(noticeTexts.installed)}
        </p>
        {isInstalled && closeButton}
      </div>
    </>
  );
}

/** Focuses the heading if the focus was on a button that has been removed. */
function restoreFocus(): void {
  if (document.activeElement === document.body) focusHeading();
}

/** Whether this is a browser on iOS, whose share menu can install the site. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints, standalone } = navigator;
  const isIos =
    /iPhone|iPad|iPod/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isSafari =
    /\bSafari\//.test(userAgent) && !inAppPattern.test(userAgent);
  return isIos && isSafari && standalone === false;
}
