import { useState } from 'react';
import { unsent as words } from '../content/unsent.ts';
import type { Submission } from '../outbox/client.ts';
import { isStale } from '../outbox/submission.ts';
import styles from './unsent.module.css';

type Action = (submission: Submission) => Promise<void>;

/** One unsent message: form, time, state, and what can be done about it. */
export function UnsentEntry({
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
  const { id, form, state, createdAt } = submission;
  const about = `unsent-${id}`;
  return (
    <li className={styles.entry} data-failed={state === 'failed' || undefined}>
      <p id={about}>
        <strong>{words.formNames[form] ?? form}</strong>{' '}
        <time dateTime={new Date(createdAt).toISOString()}>
          {toldTime(createdAt)}
        </time>
        <span className={styles.state}>{stateOf(submission)}</span>
      </p>
      {asking && <p>{words.confirm}</p>}
      <div className={styles.actions}>
        {asking ? (
          <>
            <Action about={about} act={() => onDiscard(submission)}>
              {words.yes}
            </Action>
            <Action about={about} act={() => setAsking(false)}>
              {words.keep}
            </Action>
          </>
        ) : (
          <>
            <Action about={about} act={() => onRetry(submission)}>
              {words.retry}
            </Action>
            <Action about={about} act={() => onEdit(submission)}>
              {words.edit}
            </Action>
            <Action about={about} act={() => setAsking(true)}>
              {words.discard}
            </Action>
          </>
        )}
      </div>
    </li>
  );
}

function Action({
  about,
  act,
  children,
}: {
  about: string;
  act: () => unknown;
  children: string;
}) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-describedby={about}
      onClick={act}
    >
      {children}
    </button>
  );
}

function stateOf(submission: Submission): string {
  const { waiting, stale, failed } = words.states;
  if (submission.state === 'failed') return failed;
  return isStale(submission, Date.now()) ? stale : waiting;
}

/** Its formatter's data are slow to load: not before there is one to tell. */
function toldTime(time: number): string {
  return new Date(time).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
