import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { announceDelay, useHasElapsed } from '../components/use-has-elapsed.ts';
import { analyticsTexts } from '../content/analytics.ts';
import { type Consent, getConsent } from '../visitor/consent.ts';
import {
  onPreferenceChange,
  setPreference,
} from '../visitor/local-preferences.ts';
import styles from './analytics-prompt.module.css';
import notices from './notices.module.css';

function useConsent(): Consent {
  return useSyncExternalStore(onPreferenceChange, getConsent);
}

function setConsent(answer: 'yes' | 'no'): void {
  setPreference('pear_analytics', answer);
}

export function AnalyticsPrompt() {
  const isUnanswered = useConsent() === 'unanswered';
  const canAnnounce = useHasElapsed(announceDelay);
  const isShown = canAnnounce && isUnanswered;

  function choose(consent: 'yes' | 'no') {
    setConsent(consent);
    // The focused button disappears, so the heading gets the focus.
    focusHeading();
  }

  return (
    <div className={isShown ? notices.notice : undefined}>
      <p aria-live="polite">{isShown && analyticsTexts.question}</p>
      {isShown && (
        <>
          <SmallButton onClick={() => choose('yes')}>
            {analyticsTexts.yes}
          </SmallButton>
          <SmallButton onClick={() => choose('no')}>
            {analyticsTexts.no}
          </SmallButton>
        </>
      )}
    </div>
  );
}

/** Shows in the footer whether visits are counted, and a button to change that choice. */
export function AnalyticsPreference() {
  const consent = useConsent();
  const footerContent = document.querySelector('footer');
  const hasConsent = consent === 'yes';
  return (
    footerContent &&
    createPortal(
      <div className={styles.choice}>
        {consent === 'refused' ? (
          <p>{analyticsTexts.refused}</p>
        ) : (
          <>
            <p>
              {hasConsent ? analyticsTexts.counted : analyticsTexts.notCounted}
            </p>
            <SmallButton onClick={() => setConsent(hasConsent ? 'no' : 'yes')}>
              {hasConsent ? analyticsTexts.stop : analyticsTexts.count}
            </SmallButton>
          </>
        )}
      </div>,
      footerContent,
    )
  );
}
