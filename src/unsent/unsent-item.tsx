import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { Action, Confirm } from '../components/confirm.tsx';
import { unsent as words } from '../content/unsent.ts';
import { isStale, type Submission } from '../outbox/submission.ts';
import { firstWordsOf, nameOf, textOf } from './copy-text.ts';
import styles from './unsent.module.css';
import type { Act } from './use-actions.ts';

/**
 * One unsent message: form, time, what it says, state, and what can be done
 * about it.
 */
export const UnsentItem = memo(function UnsentItem({
  submission,
  act,
}: {
  submission: Submission;
  act: Act;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const [asked, setAsked] = useState(false);
  /** How often it was shown to be copied by hand since it was copied. */
  const [byHand, setByHand] = useState(0);
  const { id, form, state } = submission;
  const about = `unsent-${id}`;
  // Not awaited: it may be pressed again while others are being sent.
  function retry() {
    void act('retry', submission);
  }
  async function copy() {
    setByHand((await act('copy', submission)) ? 0 : byHand + 1);
  }
  function ask() {
    setConfirming(true);
    // Back from the confirm, the focus returns to where it came from.
    setAsked(true);
  }
  return (
    <li
      className={styles.entry}
      data-refused={state === 'refused' || undefined}
    >
      <div id={about} className={styles.about}>
        <strong>{nameOf(form)}</strong>
        <Time of={submission} />
        <Words of={submission} />
        <p className={styles.state}>{stateOf(submission)}</p>
      </div>
      <div className={`actions ${styles.actions}`}>
        {isConfirming ? (
          <Confirm
            key="confirm"
            id={`${about}-confirm`}
            about={about}
            text={words.confirm}
            yes={words.yes}
            keep={words.keep}
            onYes={() => act('discard', submission)}
            onKeep={() => setConfirming(false)}
          />
        ) : (
          <Fragment key="actions">
            <Action about={about} act={retry}>
              {words.retry}
            </Action>
            <Action about={about} act={() => act('edit', submission)}>
              {words.edit}
            </Action>
            <Action about={about} act={copy}>
              {words.copy}
            </Action>
            <Action about={about} act={ask} focused={asked}>
              {words.discard}
            </Action>
          </Fragment>
        )}
      </div>
      {byHand > 0 && <PlainText key={byHand} text={textOf(submission)} />}
    </li>
  );
});

/** What tells two messages apart; each may run from the right. */
function Words({ of }: { of: Submission }) {
  return (
    <div className={styles.words}>
      {firstWordsOf(of).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <p key={index} dir="auto">
          {text}
        </p>
      ))}
    </div>
  );
}

/** Made once, when there is a time to tell: its data are slow to load. */
let formatTime: ((date: Date) => string) | undefined;

function makeFormat(): (date: Date) => string {
  const { format } = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return format;
}

function Time({ of: { createdAt } }: { of: Submission }) {
  const date = new Date(createdAt);
  // Damaged records may hold a number that is no date.
  if (Number.isNaN(date.getTime())) return null;
  formatTime ??= makeFormat();
  return <time dateTime={date.toISOString()}>{formatTime(date)}</time>;
}

/** To be copied by hand: all of it is selected. */
function PlainText({ text }: { text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <textarea
      ref={area}
      className={styles.text}
      aria-label={words.copyLabel}
      value={text}
      rows={4}
      dir="auto"
      readOnly
    />
  );
}

function stateOf(submission: Submission): string {
  const { waiting, stale, refused } = words.states;
  if (submission.state === 'refused') return refused;
  return isStale(submission, Date.now()) ? stale : waiting;
}
