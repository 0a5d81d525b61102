import { memo, useState } from 'react';
import { Action, Confirm } from '../components/confirm.tsx';
import { unsent as words } from '../content/unsent.ts';
import { isStale, type Submission } from '../outbox/submission.ts';
import { firstWordsOf, nameOf, textOf } from './message-text.ts';
import styles from './unsent.module.css';
import type { Act } from './use-actions.ts';

/** One unsent message, and what can be done about it. */
export const UnsentItem = memo(function UnsentItem({
  submission,
  act,
}: {
  submission: Submission;
  act: Act;
}) {
  const [discarding, setDiscarding] = useState<'confirming' | 'kept'>();
  /** How often it was shown to be copied by hand since it was copied. */
  const [byHand, setByHand] = useState(0);
  const { id, form, state } = submission;
  const about = `unsent-${id}`;
  // Not awaited: it may be pressed again while others are being sent.
  function retry() {
    void act('retry', submission);
  }
  async function copy() {
    const isCopied = (await act('copy', submission)) === words.copied;
    setByHand(isCopied ? 0 : byHand + 1);
  }
  return (
    <li
      className={styles.entry}
      data-refused={state === 'refused' || undefined}
    >
      <div id={about} className={styles.about}>
        <strong>{nameOf(form)}</strong>
        <Time of={submission} />
        {/* What tells two messages apart; each may run from the right. */}
        <div className={styles.words} translate="no">
          {firstWordsOf(submission).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <p key={index} dir="auto">
              {text}
            </p>
          ))}
        </div>
        <p className={styles.state}>{stateOf(submission)}</p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex box */}
      <div
        role="group"
        aria-labelledby={about}
        className={`actions ${styles.actions}`}
      >
        {discarding === 'confirming' ? (
          <Confirm
            id={`${about}-confirm`}
            text={words.confirm}
            yes={words.yes}
            keep={words.keep}
            onYes={() => act('discard', submission)}
            onKeep={() => setDiscarding('kept')}
          />
        ) : (
          <>
            <Action act={retry}>{words.retry}</Action>
            <Action act={() => act('edit', submission)}>{words.edit}</Action>
            <Action act={copy}>{words.copy}</Action>
            <Action
              act={() => setDiscarding('confirming')}
              // The focus returns to where it came from.
              focused={discarding === 'kept'}
            >
              {words.discard}
            </Action>
          </>
        )}
      </div>
      {byHand > 0 && (
        <textarea
          key={byHand}
          ref={select}
          className={styles.text}
          aria-label={words.copyLabel}
          translate="no"
          value={textOf(submission)}
          rows={4}
          dir="auto"
          readOnly
        />
      )}
    </li>
  );
});

/** Made once, when there is a time to tell: its data are slow to load. */
let format: Intl.DateTimeFormat | undefined;

function Time({ of: { createdAt } }: { of: Submission }) {
  const date = new Date(createdAt);
  // Damaged records may hold a number that is no date.
  if (Number.isNaN(date.getTime())) return null;
  format ??= new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}

function select(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.select();
}

function stateOf(submission: Submission): string {
  const { waiting, stale, refused } = words.states;
  if (submission.state === 'refused') return refused;
  return isStale(submission, Date.now()) ? stale : waiting;
}
