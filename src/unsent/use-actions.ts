import { type RefObject, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { resultTexts, statusTexts } from '../content/delivery.ts';
import { unsentTexts as texts } from '../content/unsent.ts';
import { findFormName } from '../form-definitions/forms.ts';
import { getDraftName } from '../forms/draft-format.ts';
import { drafts } from '../forms/drafts.ts';
import type { HistoryState } from '../forms/history-state.ts';
import { outbox, type Status, type Submission } from '../submissions/outbox.ts';
import { useMarkAsShown } from '../submissions/shown-submissions.ts';
import { useStatus } from '../submissions/use-outbox.ts';
import { findEditPath } from './edit-path.ts';
import { formatMessage } from './message-text.ts';

/** Delay before the text "One moment.", in milliseconds. */
const waitingTextDelay = 300;
/** Milliseconds until an edit ends if no form has opened the submission. */
const editTimeout = 30_000;
/** Milliseconds until a retry counts as failed. There is no error if the disk is full. */
const retryTimeout = 25_000;

interface Retry {
  submission: Submission;
  isTimedOut: boolean;
}

type ActionName = 'retry' | 'edit' | 'copy' | 'discard';
/** Resolves with the outcome to announce, or with '' if there is nothing to announce. */
type Action = (submission: Submission) => Promise<string>;
export type Act = (name: ActionName, of: Submission) => Promise<string>;

export function useActions(
  unsent: readonly Submission[],
  dialog: RefObject<HTMLDialogElement | null>,
  close: () => void,
  focusHeading: () => void,
): { act: Act; copyAll: () => Promise<void>; announcement: string } {
  const [announcement, setAnnouncement] = useState('');
  const [lastRetry, setLastRetry] = useState<Retry>();
  const [announcedId, setAnnouncedId] = useState<string>();
  useMarkAsShown(announcedId, 'dialog');
  const retryStatus = useStatus(lastRetry?.submission.id, 'queued');
  const navigate = useNavigate();

  const actions: Record<ActionName, Action> = {
    async retry(submission) {
      const newRetry = { submission, isTimedOut: false };
      const timedOutRetry = { submission, isTimedOut: true };
      setLastRetry(newRetry);
      setTimeout(() => {
        setLastRetry((last) => (last === newRetry ? timedOutRetry : last));
      }, retryTimeout);

      await outbox.retry(submission.id);
      return '';
    },
    async edit(submission) {
      const { id } = submission;
      const edit = await outbox.edit(id);
      if (!edit) {
        const isSent = await outbox.isDelivered(id);
        return isSent ? texts.alreadySent : statusTexts.gone;
      }

      // The visitor has closed the dialog in the meantime.
      if (!dialog.current) {
        await edit.end();
        return '';
      }

      // `edit.end` does nothing once the form has begun its own edit of the submission.
      setTimeout(edit.end, editTimeout);

      close();
      const state: HistoryState = { edit: id };
      // There is a path, because otherwise the button "Edit" would not show.
      await navigate(findEditPath(submission) ?? '/', { state });
      return '';
    },
    async discard({ id, form }) {
      const outcome = await outbox.discard(id);
      const formName = findFormName(form);
      if (formName) drafts.remove(getDraftName(formName, id));
      focusHeading();
      return outcome === 'sent' ? texts.alreadySent : texts.discarded;
    },
    copy: (submission) => copyText(formatMessage(submission), texts.copyByHand),
  };

  function clearAnnouncement() {
    setLastRetry(undefined);
    // Screen readers announce a repeated text only if it was cleared before.
    setAnnouncement('');
  }

  async function copyAll() {
    clearAnnouncement();
    const text = unsent.map(formatMessage).join('\n\n');
    setAnnouncement(await copyText(text, texts.copyEach));
  }

  const performAction: Act = async (name, submission) => {
    clearAnnouncement();
    setAnnouncedId(name === 'copy' ? undefined : submission.id);

    const timer = setTimeout(setAnnouncement, waitingTextDelay, texts.wait);
    // Any action rejects if the database fails.
    const outcome = await actions[name](submission).catch(() => texts.notDone);
    clearTimeout(timer);

    // Hides the progress of a retry that began meanwhile, so that this outcome shows.
    if (outcome) setLastRetry(undefined);
    setAnnouncement(outcome);
    return outcome;
  };

  // A stable function, so that a thousand memoized entries do not render again.
  const performRef = useRef(performAction);
  performRef.current = performAction;
  const act = useCallback<Act>((...args) => performRef.current(...args), []);

  const progress = lastRetry && getProgress(lastRetry, retryStatus, unsent);
  return { act, copyAll, announcement: progress ?? announcement };
}

/** Returns `failure` if the browser lacks or refuses access to the clipboard. */
async function copyText(text: string, failure: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return texts.copied;
  } catch {
    return failure;
  }
}

function getProgress(
  { submission, isTimedOut }: Retry,
  status: Status,
  unsent: readonly Submission[],
): string {
  if (status === 'sent') return resultTexts.sent;
  if (status === 'gone') return texts.left;

  const message = unsent.find(({ id }) => id === submission.id);
  const { attempts = 0, dueAt } = message ?? {};
  const isRefused = status === 'refused';
  const hasRecordedAttempt = isRefused || attempts > 0;
  const hasFailed = hasRecordedAttempt && dueAt !== submission.dueAt;
  if (!isTimedOut && !hasFailed) return texts.retrying;
  return isRefused ? texts.states.refused : texts.notYet;
}
