import { useId, useState } from 'react';
import { Action, Confirm } from '../components/confirm.tsx';
import {
  type Traces as Words,
  forgetMe as words,
} from '../content/forget-me.ts';
import { emptyOutbox } from '../outbox/editing.ts';
import { type Amounts, keys, readAll } from '../outbox/store.ts';
import { getPreference, setPreference } from '../visitor/local-preferences.ts';
import { forgetDrafts, hasDrafts } from './draft.ts';
import { emptyFields, filledIn } from './field-values.ts';
import styles from './forget-me.module.css';

/** What this device and this tab keep of their visitor. */
interface Kept extends Words {
  /** What the outbox keeps is not known, or could not be removed. */
  isUnreachable: boolean;
  /** Of the unsent messages; unknown where they can't be read. */
  ids: readonly string[] | undefined;
}

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

async function findKept(): Promise<Kept> {
  // None is removed that was not spoken of.
  let ids: string[] | undefined;
  const amounts = await amountsOf(async () => {
    const { submissions, delivered } = await readAll();
    ids = submissions.map(({ id }) => id);
    return { unsent: ids.length, receipts: delivered.length };
  });
  return { ...keptHere(), ids, ...amounts };
}

/** Takes what was found, and returns what has been removed. */
async function forgetAll({ ids }: Kept): Promise<Kept> {
  const amounts = await amountsOf(async () =>
    emptyOutbox(ids ?? (await keys())),
  );
  const here = keptHere();
  emptyFields();
  forgetDrafts();
  setPreference('pear_user_email', '');
  // Not forgotten altogether, or the question would come anew.
  if (here.counted) setPreference('pear_analytics', 'no');
  return { ...here, ids, ...amounts };
}

/** Beside what the outbox keeps. */
function keptHere() {
  return {
    email: getPreference('pear_user_email') !== '',
    typed: hasDrafts() || filledIn().length > 0,
    counted: getPreference('pear_analytics') === 'yes',
  };
}

async function amountsOf(work: () => Promise<Amounts>) {
  try {
    return { ...(await work()), isUnreachable: false };
  } catch {
    return { unsent: 0, receipts: 0, isUnreachable: true };
  }
}
