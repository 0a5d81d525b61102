import { useState } from 'react';
import { ActionButton, Confirmation } from '../components/confirmation.tsx';
import { forgetMeTexts, type UserData } from '../content/forget-me.ts';
import { outbox } from '../submissions/outbox.ts';
import { whenForgetMarkIsKnown } from '../visitor/forget-mark.ts';
import { getPreference } from '../visitor/local-preferences.ts';
import { drafts } from './drafts.ts';
import { forgetDrafts, hasDrafts } from './forget-drafts.ts';
import styles from './forget-me.module.css';

/** The visitor's data in this browser and in the fields of this page. */
interface LocalData extends UserData {
  isUnreachable: boolean;
  /** Ids of the unsent submissions, or undefined if the outbox could not be read. */
  ids?: readonly string[] | undefined;
}

/** Delay before the text "One moment.", in milliseconds. */
const waitingTextDelay = 300;

export function ForgetMe() {
  const [found, setFound] = useState<LocalData>();
  const [hasAsked, setHasAsked] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  async function askToConfirm() {
    setAnnouncement('');
    setHasAsked(true);
    const data = await findData();
    if (forgetMeTexts.describe(data)) return setFound(data);
    setAnnouncement(
      data.isUnreachable ? forgetMeTexts.unreachable : forgetMeTexts.nothing,
    );
  }

  async function deleteAndReport(data: LocalData) {
    setFound(undefined);
    const timer = setTimeout(
      setAnnouncement,
      waitingTextDelay,
      forgetMeTexts.wait,
    );
    const deletedData = await deleteData(data);
    clearTimeout(timer);
    // A second click during the deletion may have opened the question again.
    setFound(undefined);
    setAnnouncement(getReport(deletedData) || forgetMeTexts.nothing);
  }

  return (
    <div className={styles.forget}>
      <div className={`actions ${styles.actions}`}>
        {found ? (
          <Confirmation
            key="confirm"
            text={getConfirmText(found)}
            yesLabel={forgetMeTexts.yes}
            noLabel={forgetMeTexts.keep}
            onYes={() => deleteAndReport(found)}
            onNo={() => setFound(undefined)}
          />
        ) : (
          <ActionButton key="action" act={askToConfirm} autofocus={hasAsked}>
            {forgetMeTexts.button}
          </ActionButton>
        )}
      </div>
      <p role="status">{announcement}</p>
    </div>
  );
}

function getConfirmText(found: LocalData): string {
  const text = forgetMeTexts.confirm(found);
  // An outbox that could not be read may still contain submissions to delete.
  const canHaveUnsent = found.unsent > 0 || found.isUnreachable;
  return canHaveUnsent ? `${text} ${forgetMeTexts.unsentToo}` : text;
}

function getReport(data: LocalData): string {
  return [
    forgetMeTexts.describe(data) && forgetMeTexts.removed(data),
    data.unsent > 0 && forgetMeTexts.onItsWay,
    data.isUnreachable && forgetMeTexts.unreachable,
  ]
    .filter(Boolean)
    .join(' ');
}

async function findData(): Promise<LocalData> {
  const visitorData = await findVisitorData();
  try {
    const { submissions, deliveredIds, tombstoneCount } =
      await outbox.readContent();
    const ids = submissions.map(({ id }) => id);
    const receipts = deliveredIds.length;
    const counts = { unsent: ids.length, receipts, tombstones: tombstoneCount };
    return { ...visitorData, ...counts, ids, isUnreachable: false };
  } catch {
    return { ...visitorData, ...noCounts, isUnreachable: true };
  }
}

/**
 * Deletes the drafts first. Without the receipts, nothing would show that the text of a
 * draft was sent.
 */
async function deleteData({ ids }: LocalData): Promise<LocalData> {
  const visitorData = await findVisitorData();
  await forgetDrafts(drafts);
  try {
    const counts = await outbox.forget(ids ?? (await listIds()));
    return { ...visitorData, ...counts, isUnreachable: false };
  } catch {
    return { ...visitorData, ...noCounts, isUnreachable: true };
  }
}

async function listIds(): Promise<string[]> {
  const { submissions } = await outbox.readContent();
  return submissions.map(({ id }) => id);
}

const noCounts = { unsent: 0, receipts: 0, tombstones: 0 };

/** Finds what this browser has of the visitor beside the outbox. */
async function findVisitorData() {
  await whenForgetMarkIsKnown();
  return {
    email: getPreference('pear_user_email') !== '',
    typed: await hasDrafts(drafts),
    hasConsented: getPreference('pear_analytics') === 'yes',
  };
}
