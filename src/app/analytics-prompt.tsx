import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { SmallButton } from '../components/button.tsx';
import { focusHeading } from '../components/focus-heading.ts';
import { announcedAfter, useElapsed } from '../components/use-elapsed.ts';
import { analytics as words } from '../content/analytics.ts';
import { type Consent, consent } from '../visitor/consent.ts';
import {
  onPreferenceChange,
  setPreference,
} from '../visitor/local-preferences.ts';
import styles from './analytics-prompt.module.css';
import notices from './notices.module.css';

function useConsent(): Consent {
  return useSyncExternalStore(onPreferenceChange, consent);
}

const answer = (text: 'yes' | 'no') => setPreference('pear_analytics', text);

/** Asks once; until then, and after a no, nothing is loaded. */
export function AnalyticsPrompt() {
  const isAsked = useConsent() === 'unanswered';
  const canAnnounce = useElapsed(announcedAfter);
  function decide(text: 'yes' | 'no') {
    answer(text);
    // The buttons go, and must not take the focus along.
    focusHeading();
  }
  return (
    <div aria-live="polite">
      {canAnnounce && isAsked && (
        <div className={notices.notice}>
          <p>{words.question}</p>
          <SmallButton onClick={() => decide('yes')}>{words.yes}</SmallButton>
          <SmallButton onClick={() => decide('no')}>{words.no}</SmallButton>
        </div>
      )}
    </div>
  );
}

/** In the footer: what holds now, and how to change it. */
export function AnalyticsPreference() {
  const consent = useConsent();
  const footer = document.querySelector('footer > div');
  const isCounted = consent === 'yes';
  return (
    footer &&
    createPortal(
      <div className={styles.choice}>
        {consent === 'refused' ? (
          <p>{words.refused}</p>
        ) : (
          <>
            <p>{isCounted ? words.counted : words.notCounted}</p>
            <SmallButton onClick={() => answer(isCounted ? 'no' : 'yes')}>
              {isCounted ? words.stop : words.count}
            </SmallButton>
          </>
        )}
      </div>,
      footer,
    )
  );
}
