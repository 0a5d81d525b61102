import { useState } from 'react';
import { ActionButton, Confirmation } from '../components/confirmation.tsx';
import { forgetMe as texts, type UserData } from '../content/forget-me.ts';
import { emptyOutbox } from '../outbox/editing.ts';
import { type Amounts, keys, readAll } from '../outbox/store.ts';
import { getPreference, setPreference } from '../visitor/local-preferences.ts';
import { deleteAllDrafts, hasDrafts } from './draft.ts';
import { clearFields, filledFields } from './field-values.ts';
import styles from './forget-me.module.css';

/** The visitor's data in this browser and in the fields of this page. */
interface VisitorData extends UserData {
  isUnreachable: boolean;
  /** Ids of the unsent messages; undefined if the outbox could not be read. */
  ids?: readonly string[] | undefined;
}

/** Delay before the text "One moment.", in milliseconds. */
const waitDelay = 300;

export function ForgetMe() {
  const [found, setFound] = useState<VisitorData>();
  const [hasAsked, setHasAsked] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  async function askToConfirm() {
    setAnnouncement('');
    setHasAsked(true);
    const data = await findData();
    if (texts.describe(data)) setFound(data);
    else
      setAnnouncement(data.isUnreachable ? texts.unreachable : texts.nothing);
  }

  async function forget(data: VisitorData) {
    setFound(undefined);
    const timer = setTimeout(setAnnouncement, waitDelay, texts.wait);
    const deleted = await deleteData(data);
    clearTimeout(timer);
    // A second click during the deletion may have opened the question again.
    setFound(undefined);
    setAnnouncement(reportOf(deleted) || texts.nothing);
  }

  return (
    <div className={styles.forget}>
      <div className={`actions ${styles.actions}`}>
        {found ? (
          <Confirmation
            key="confirm"
            text={confirmTextOf(found)}
            yesLabel={texts.yes}
            noLabel={texts.keep}
            onYes={() => forget(found)}
            onNo={() => setFound(undefined)}
          />
        ) : (
          <ActionButton key="action" act={askToConfirm} autofocus={hasAsked}>
            {texts.button}
          </ActionButton>
        )}
      </div>
      <p role="status">{announcement}</p>
    </div>
  );
}

function confirmTextOf(found: VisitorData): string {
  const text = texts.confirm(found);
  // An outbox that could not be read may still contain messages to delete.
  const mayHaveUnsent = found.unsent > 0 || found.isUnreachable;
  return mayHaveUnsent ? `${text} ${texts.unsentToo}` : text;
}

function reportOf(deleted: VisitorData): string {
  return [
    texts.describe(deleted) && texts.removed(deleted),
    deleted.unsent > 0 && texts.onItsWay,
    deleted.isUnreachable && texts.unreachable,
  ]
    .filter(Boolean)
    .join(' ');
}

async function findData(): Promise<VisitorData> {
  let ids: string[] | undefined;
  const data = await collectData(async () => {
    const { submissions, delivered } = await readAll();
    ids = submissions.map(({ id }) => id);
    return { unsent: ids.length, receipts: delivered.length };
  });
  return { ...data, ids };
}

async function deleteData({ ids }: VisitorData): Promise<VisitorData> {
  const data = await collectData(async () =>
    emptyOutbox(ids ?? (await keys())),
  );
  clearFields();
  deleteAllDrafts();
  setPreference('pear_user_email', '');
  // Without an answer the analytics prompt would appear again.
  if (data.hasConsented) setPreference('pear_analytics', 'no');
  return data;
}

async function collectData(countOutbox: () => Promise<Amounts>) {
  const amounts = await countOutbox().catch(() => undefined);
  return {
    email: getPreference('pear_user_email') !== '',
    typed: hasDrafts() || filledFields().length > 0,
    hasConsented: getPreference('pear_analytics') === 'yes',
    ...(amounts ?? { unsent: 0, receipts: 0 }),
    isUnreachable: amounts === undefined,
  };
}
