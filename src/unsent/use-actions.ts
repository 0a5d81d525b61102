import { type RefObject, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { delivery } from '../content/delivery.ts';
import { unsent as words } from '../content/unsent.ts';
import { isFormName } from '../form-definitions/forms.ts';
import { draftOf, dropDraft } from '../forms/draft.ts';
import type { HistoryState } from '../forms/history-state.ts';
import { broadcastChange } from '../outbox/broadcast.ts';
import { beginEdit, discard, retry } from '../outbox/editing.ts';
import { useShown } from '../outbox/shown.ts';
import { hasReceipt } from '../outbox/store.ts';
import type { Submission } from '../outbox/submission.ts';
import { routes } from '../routes.ts';
import { textOf } from './message-text.ts';

/** So long an action may take before we speak of waiting. */
const waitDelay = 300;
/** So long the page of an edited message may take to come. */
const formWithin = 30_000;
/** A try has ended by then, also where a broken disk notes nothing of it. */
const triedWithin = 25_000;

/** A message that the visitor has retried, as it was then. */
interface Retried {
  submission: Submission;
  isOver: boolean;
}

type Action = (submission: Submission) => Promise<string>;
type ActionName = 'retry' | 'edit' | 'copy' | 'discard';
/** Does it to an entry, and returns what was said of it, if anything. */
export type Act = (name: ActionName, of: Submission) => Promise<string>;

export function useActions(
  unsent: readonly Submission[],
  dialog: RefObject<HTMLDialogElement | null>,
  close: () => void,
  focusHeading: () => void,
): { act: Act; copyAll: () => Promise<void>; announcement: string } {
  const [announcement, setAnnouncement] = useState('');
  const [retried, setRetried] = useState<Retried>();
  /** The message whose end the announcement tells. */
  const [subject, setSubject] = useState<string>();
  useShown(subject, 'dialog');
  const navigate = useNavigate();

  const actions: Record<ActionName, Action> = {
    async retry(submission) {
      const begun = { submission, isOver: false };
      setRetried(begun);
      setTimeout(() => {
        const end = { submission, isOver: true };
        setRetried((latest) => (latest === begun ? end : latest));
      }, triedWithin);
      await retry(submission.id);
      return '';
    },
    async edit({ id, form }) {
      const edit = await beginEdit(id);
      if (!edit) {
        // Also where the browser's data was cleared: then nothing has told us.
        broadcastChange();
        return (await hasReceipt(id)) ? words.alreadySent : delivery.gone;
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
      // A newer version's form has no page here.
      const route = routes.find((one) => one.form === form);
      await navigate(route?.path ?? '/', { state });
      return '';
    },
    async discard({ id, form }) {
      const outcome = await discard(id);
      if (isFormName(form)) dropDraft(draftOf(form, id));
      focusHeading();
      return outcome === 'sent' ? words.alreadySent : words.discarded;
    },
    copy: async (submission) =>
      (await write(textOf(submission))) ? words.copied : words.copyByHand,
  };

  async function copyAll() {
    setRetried(undefined);
    // Emptied first: the same words twice in a row are announced once.
    setAnnouncement('');
    const isCopied = await write(unsent.map(textOf).join('\n\n'));
    setAnnouncement(isCopied ? words.copied : words.copyEach);
  }

  /** Says what came of it; on a broken disk any of them can fail. */
  const actNow: Act = async (name, submission) => {
    const waiting = setTimeout(setAnnouncement, waitDelay, words.wait);
    setRetried(undefined);
    setSubject(name === 'copy' ? undefined : submission.id);
    // Emptied first: the same words twice in a row are announced once.
    setAnnouncement('');
    const outcome = await actions[name](submission).catch(() => words.notDone);
    clearTimeout(waiting);
    // Another message may have been retried meanwhile.
    if (outcome) setRetried(undefined);
    setAnnouncement(outcome);
    return outcome;
  };

  // One function for good: with another each of a thousand entries would render.
  const latest = useRef(actNow);
  latest.current = actNow;
  const act = useCallback<Act>((...given) => latest.current(...given), []);
  return {
    act,
    copyAll,
    announcement: retried ? progressOf(retried, unsent) : announcement,
  };
}

/** Returns whether the clipboard took the text: browsers may refuse or lack it. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** How far a message has come since it was retried. */
function progressOf(retried: Retried, unsent: readonly Submission[]): string {
  const { submission, isOver } = retried;
  const found = unsent.find(({ id }) => id === submission.id);
  if (!found) return words.left;
  const { state, attempts, dueAt } = found;
  const isNoted = state === 'refused' || attempts > 0;
  const isTried = isOver || (isNoted && dueAt !== submission.dueAt);
  return isTried ? words.notYet : words.retrying;
}
