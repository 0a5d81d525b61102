import { Fragment, useEffect, useRef, useState } from 'react';
import { Action, Question } from '../components/question.tsx';
import { unsent as words } from '../content/unsent.ts';
import { isStale, type Submission } from '../outbox/submission.ts';
import { nameOf, textOf } from './copy-text.ts';
import styles from './unsent.module.css';

type Act = (submission: Submission) => Promise<void>;

/** One unsent message: form, time, state, and what can be done about it. */
export function UnsentItem({
  submission,
  onRetry,
  onEdit,
  onCopy,
  onDiscard,
}: {
  submission: Submission;
  onRetry: Act;
  onEdit: Act;
  /** Gives whether it could be copied. */
  onCopy: (submission: Submission) => Promise<boolean>;
  onDiscard: Act;
}) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  /** How often it was shown to be copied by hand since it was copied. */
  const [byHand, setByHand] = useState(0);
  const { id, form, state, createdAt } = submission;
  const about = `unsent-${id}`;
  // Not awaited: it may be pressed again while others are being sent.
  function retry() {
    void onRetry(submission);
  }
  function ask() {
    setAsking(true);
    // Back from the question, the focus returns to where it came from.
    setAsked(true);
  }
  return (
    <li className={styles.entry} data-failed={state === 'failed' || undefined}>
      <p id={about}>
        <strong>{nameOf(form)}</strong>{' '}
        {isTime(createdAt) && (
          <time dateTime={new Date(createdAt).toISOString()}>
            {formatTime(createdAt)}
          </time>
        )}
        <span className={styles.state}>{stateOf(submission)}</span>
      </p>
      <div className={`actions ${styles.actions}`}>
        {asking ? (
          <Question
            key="question"
            id={`${about}-question`}
            about={about}
            text={words.confirm}
            yes={words.yes}
            keep={words.keep}
            onYes={() => onDiscard(submission)}
            onKeep={() => setAsking(false)}
          />
        ) : (
          <Fragment key="actions">
            <Action about={about} act={retry}>
              {words.retry}
            </Action>
            <Action about={about} act={() => onEdit(submission)}>
              {words.edit}
            </Action>
            <Action
              about={about}
              act={async () =>
                setByHand((await onCopy(submission)) ? 0 : byHand + 1)
              }
            >
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
      readOnly
    />
  );
}

function stateOf(submission: Submission): string {
  const { waiting, stale, failed } = words.states;
  if (submission.state === 'failed') return failed;
  return isStale(submission, Date.now()) ? stale : waiting;
}

/** Damaged records may hold a number that is no date. */
function isTime(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime());
}

/** Its formatter's data are slow to load: not before there is one to tell. */
function formatTime(time: number): string {
  return new Date(time).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
