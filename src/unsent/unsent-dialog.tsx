import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SmallButton } from '../components/button.tsx';
import { delivery } from '../content/delivery.ts';
import { unsent as words } from '../content/unsent.ts';
import { ForgetMe } from '../forms/forget-me.tsx';
import type { HistoryState } from '../forms/history-state.ts';
import { announce } from '../outbox/changes.ts';
import { beginEdit, discard, retry } from '../outbox/editing.ts';
import { statusOf } from '../outbox/status.ts';
import type { Submission } from '../outbox/submission.ts';
import { routes } from '../routes.ts';
import { copy, textOf } from './copy-text.ts';
import styles from './unsent.module.css';
import { UnsentItem } from './unsent-item.tsx';

/** So long an action may take before we speak of waiting. */
const patience = 300;
/** So long the page of an edited message may take to come. */
const formWithin = 30_000;
/** A try has ended by then, also where a broken disk notes nothing of it. */
const triedWithin = 25_000;

/** A message that the visitor has retried, as it was then. */
interface Retried {
  submission: Submission;
  isOver: boolean;
}

/** What is unsent, and what can be done about each; a modal dialog. */
export function UnsentDialog({
  unsent,
  onClose,
}: {
  unsent: readonly Submission[];
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [retried, setRetried] = useState<Retried>();
  const navigate = useNavigate();
  useEffect(() => dialog.current?.showModal(), []);
  const { pathname } = useLocation();
  const [openedAt] = useState(pathname);
  // Back and forward close it, before the new page takes the focus.
  useLayoutEffect(() => {
    if (pathname !== openedAt) close();
  });
  // A message that has been sent takes its buttons along, and their focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [unsent]);

  function close() {
    // Unmounts it too: on the page one is on, its close event can be missed.
    dialog.current?.close();
    onClose();
  }

  /** Says what came of an action; on a broken disk any of them can fail. */
  async function act(action: () => Promise<string>) {
    const waiting = setTimeout(setAnnouncement, patience, words.wait);
    setRetried(undefined);
    // Emptied first: the same words twice in a row are announced once.
    setAnnouncement('');
    const outcome = await action().catch(() => words.notDone);
    clearTimeout(waiting);
    // Another message may have been retried meanwhile.
    if (outcome) setRetried(undefined);
    setAnnouncement(outcome);
  }

  const retryOne = (submission: Submission) =>
    act(async () => {
      const begun = { submission, isOver: false };
      setRetried(begun);
      setTimeout(() => {
        const end = { submission, isOver: true };
        setRetried((latest) => (latest === begun ? end : latest));
      }, triedWithin);
      await retry(submission.id);
      return '';
    });

  const copyOne = async (submission: Submission) => {
    setRetried(undefined);
    setAnnouncement('');
    const isCopied = await copy(textOf(submission));
    setAnnouncement(isCopied ? words.copied : words.copyByHand);
    return isCopied;
  };

  const editOne = ({ id, form }: Submission) =>
    act(async () => {
      const edit = await beginEdit(id);
      if (!edit) {
        // Also where the browser's data was cleared: then nothing has told us.
        announce();
        const isSent = (await statusOf(id)) === 'sent';
        return isSent ? words.alreadySent : delivery.gone;
      }
      // Closed while that waited: the visitor is about something else.
      if (!dialog.current) {
        await edit.end();
        return '';
      }
      // The form holds it from then on; where its page never comes, nobody does.
      setTimeout(edit.end, formWithin);
      close();
      const state: HistoryState = { edit: id };
      await navigate(pathOf(form), { state });
      return '';
    });

  const discardOne = ({ id }: Submission) =>
    act(async () => {
      const outcome = await discard(id);
      heading.current?.focus();
      return outcome === 'sent' ? words.alreadySent : words.discarded;
    });

  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="unsent-title"
      onClose={onClose}
    >
      <h2
        ref={heading}
        id="unsent-title"
        tabIndex={-1}
        className={styles.title}
      >
        {words.title}
      </h2>
      <p className={styles.lead}>
        {unsent.length > 0 ? words.lead : words.empty}
      </p>
      <ul className={styles.entries}>
        {unsent.map((submission) => (
          <UnsentItem
            key={submission.id}
            submission={submission}
            onRetry={retryOne}
            onEdit={editOne}
            onCopy={copyOne}
            onDiscard={discardOne}
          />
        ))}
      </ul>
      <p aria-live="polite" className={styles.announcement}>
        {retried ? progressOf(retried, unsent) : announcement}
      </p>
      <form method="dialog">
        <SmallButton type="submit">{words.close}</SmallButton>
      </form>
      <div className={styles.foot}>
        <ForgetMe />
      </div>
    </dialog>
  );
}

/** How far a message has come since it was retried. */
function progressOf(
  { submission, isOver }: Retried,
  unsent: readonly Submission[],
): string {
  const found = unsent.find(({ id }) => id === submission.id);
  if (!found) return words.left;
  const { state, attempts, dueAt } = found;
  const isNoted = state === 'failed' || attempts > 0;
  const isTried = isOver || (isNoted && dueAt !== submission.dueAt);
  return isTried ? words.notYet : words.retrying;
}

/** The form's page; a newer version's form has none here. */
function pathOf(name: string): string {
  return routes.find(({ form }) => form === name)?.path ?? '/';
}
