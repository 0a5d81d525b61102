import { Fragment, useEffect, useRef, useState } from 'react';
import { SmallButton } from '../components/button.tsx';
import { unsent as words } from '../content/unsent.ts';
import { isStale, type Submission } from '../outbox/submission.ts';
import styles from './unsent.module.css';

type Action = (submission: Submission) => Promise<void>;

/** One unsent message: form, time, state, and what can be done about it. */
export function UnsentItem({
  submission,
  onRetry,
  onEdit,
  onDiscard,
}: {
  submission: Submission;
  onRetry: Action;
  onEdit: Action;
  onDiscard: Action;
}) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const { id, form, state, createdAt } = submission;
  const about = `unsent-${id}`;
  function ask() {
    setAsking(true);
    // Back from the question, the focus returns to where it came from.
    setAsked(true);
  }
  return (
    <li className={styles.entry} data-failed={state === 'failed' || undefined}>
      <p id={about}>
        <strong>{words.formNames[form] ?? form}</strong>{' '}
        {isTime(createdAt) && (
          <time dateTime={new Date(createdAt).toISOString()}>
            {toldTime(createdAt)}
          </time>
        )}
        <span className={styles.state}>{stateOf(submission)}</span>
      </p>
      <div className={`actions ${styles.actions}`}>
        {asking ? (
          <Question
            key="question"
            about={about}
            onYes={() => onDiscard(submission)}
            onKeep={() => setAsking(false)}
          />
        ) : (
          <Fragment key="actions">
            <Action about={about} act={() => onRetry(submission)}>
              {words.retry}
            </Action>
            <Action about={about} act={() => onEdit(submission)}>
              {words.edit}
            </Action>
            <Action about={about} act={ask} focused={asked}>
              {words.discard}
            </Action>
          </Fragment>
        )}
      </div>
    </li>
  );
}

/** Moves the focus, so that it is announced, to the choice that loses nothing. */
function Question({
  about,
  onYes,
  onKeep,
}: {
  about: string;
  onYes: () => unknown;
  onKeep: () => unknown;
}) {
  const question = `${about}-question`;
  return (
    <>
      <p id={question} className={styles.question}>
        {words.confirm}
      </p>
      <Action about={about} act={onYes}>
        {words.yes}
      </Action>
      <Action about={`${question} ${about}`} act={onKeep} focused>
        {words.keep}
      </Action>
    </>
  );
}

function Action({
  about,
  act,
  focused = false,
  children,
}: {
  about: string;
  act: () => unknown;
  /** Whether it has the focus when it appears. */
  focused?: boolean;
  children: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <SmallButton ref={button} aria-describedby={about} onClick={act}>
      {children}
    </SmallButton>
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
function toldTime(time: number): string {
  return new Date(time).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
