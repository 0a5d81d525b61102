import { memo, useState } from 'react';
import { ActionButton, Confirmation } from '../components/confirmation.tsx';
import { unsentTexts as texts } from '../content/unsent.ts';
import type { Submission } from '../submissions/outbox.ts';
import { checkClock } from '../visitor/device-clock.ts';
import { findEditPath } from './edit-path.ts';
import { isStale } from './is-stale.ts';
import { formatMessage, getExcerpts, getFormLabel } from './message-text.ts';
import styles from './unsent.module.css';
import type { Act } from './use-actions.ts';

type Props = { submission: Submission; act: Act };

export const UnsentItem = memo(function UnsentItem({ submission, act }: Props) {
  const [discarding, setDiscarding] = useState<'confirming' | 'kept'>();
  /** 0 if hidden; otherwise a new key, which remounts the text to select it again. */
  const [textKey, setTextKey] = useState(0);
  const { id, form, state } = submission;
  const descriptionId = `unsent-${id}`;

  // Returns no promise, because `ActionButton` would ignore clicks until it settles.
  function retry() {
    void act('retry', submission);
  }

  async function copy() {
    const isCopied = (await act('copy', submission)) === texts.copied;
    setTextKey(isCopied ? 0 : textKey + 1);
  }

  return (
    <li
      className={styles.entry}
      data-refused={state === 'refused' || undefined}
    >
      <div id={descriptionId} className={styles.about}>
        <strong>{getFormLabel(form)}</strong>
        <Time of={submission} />
        <div className={styles.excerpts} translate="no">
          {getExcerpts(submission).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
            <p key={index} dir="auto">
              {text}
            </p>
          ))}
        </div>
        <p className={styles.state}>{getStateText(submission)}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has default styles */}
      <div
        role="group"
        aria-labelledby={descriptionId}
        className={`actions ${styles.actions}`}
      >
        {discarding === 'confirming' ? (
          <Confirmation
            text={texts.confirm}
            yesLabel={texts.yes}
            noLabel={texts.keep}
            onYes={() => act('discard', submission)}
            onNo={() => setDiscarding('kept')}
          />
        ) : (
          <>
            <ActionButton act={retry}>{texts.retry}</ActionButton>
            {findEditPath(submission) && (
              <ActionButton act={() => act('edit', submission)}>
                {texts.edit}
              </ActionButton>
            )}
            <ActionButton act={copy}>{texts.copy}</ActionButton>
            <ActionButton
              act={() => setDiscarding('confirming')}
              autofocus={discarding === 'kept'}
            >
              {texts.discard}
            </ActionButton>
          </>
        )}
      </div>
      {textKey > 0 && (
        <textarea
          key={textKey}
          ref={selectText}
          className={styles.text}
          aria-label={texts.copyLabel}
          translate="no"
          value={formatMessage(submission)}
          rows={4}
          dir="auto"
          readOnly
        />
      )}
    </li>
  );
});

/** Created once, on first use, because its data are slow to load. */
let dateFormat: Intl.DateTimeFormat | undefined;

function Time({ of: { createdAt } }: { of: Submission }) {
  const date = new Date(createdAt);
  // A damaged record may have an invalid time.
  if (Number.isNaN(date.getTime())) return null;

  dateFormat ??= new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return <time dateTime={date.toISOString()}>{dateFormat.format(date)}</time>;
}

function selectText(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.select();
}

function getStateText(submission: Submission): string {
  const { waiting, stale, refused } = texts.states;
  if (submission.state === 'refused') return refused;

  const trustedSince = checkClock();
  return isStale(submission, Date.now(), trustedSince) ? stale : waiting;
}
