import { useId, useState } from 'react';
import { Action, Confirm } from '../components/confirm.tsx';
import { forgetMe as words } from '../content/forget-me.ts';
import { findKept, forgetAll, type Kept } from './forget-all.ts';
import styles from './forget-me.module.css';

/** So long it may take before we speak of waiting. */
const waitDelay = 300;

/** Removes what this device keeps of its visitor, and says what that was. */
export function ForgetMe() {
  const [found, setFound] = useState<Kept>();
  const [asked, setAsked] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const id = useId();

  async function ask() {
    setAnnouncement('');
    // Back from the confirm, the focus returns to where it came from.
    setAsked(true);
    const kept = await findKept();
    if (isSomething(kept)) setFound(kept);
    else
      setAnnouncement(kept.isUnreachable ? words.unreachable : words.nothing);
  }

  async function forget(kept: Kept) {
    setFound(undefined);
    const waiting = setTimeout(setAnnouncement, waitDelay, words.wait);
    const removed = await forgetAll(kept);
    clearTimeout(waiting);
    // It may have been asked again meanwhile, about what is gone now.
    setFound(undefined);
    setAnnouncement(outcomeOf(removed) || words.nothing);
  }

  return (
    <div className={styles.forget}>
      <div className={`actions ${styles.actions}`}>
        {found ? (
          <Confirm
            key="confirm"
            id={id}
            text={confirmTextOf(found)}
            yes={words.yes}
            keep={words.keep}
            onYes={() => forget(found)}
            onKeep={() => setFound(undefined)}
          />
        ) : (
          <Action key="action" act={ask} focused={asked}>
            {words.button}
          </Action>
        )}
      </div>
      <p role="status">{announcement}</p>
    </div>
  );
}

function isSomething({ email, typed, counted, ...outbox }: Kept): boolean {
  return email || typed || counted || outbox.unsent + outbox.receipts > 0;
}

function confirmTextOf(found: Kept): string {
  const text = words.confirm(found);
  // What can't be counted now may be there, and be removed, a moment later.
  const mayWait = found.unsent > 0 || found.isUnreachable;
  return mayWait ? `${text} ${words.unsentToo}` : text;
}

function outcomeOf(removed: Kept): string {
  return [
    isSomething(removed) && words.removed(removed),
    removed.unsent > 0 && words.onItsWay,
    removed.isUnreachable && words.unreachable,
  ]
    .filter(Boolean)
    .join(' ');
}
