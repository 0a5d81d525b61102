import { unsentTexts } from '../../../src/content/unsent.ts';
import { formSpecsByName } from '../../support/forms.ts';
import {
  createAction,
  hasNoOverlay,
  poll,
  type Session,
  type Visit,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';

const { alreadySent, discard, discarded, edit, keep, retry, yes } = unsentTexts;

export const openDialogAction = createAction(
  'opens the unsent messages',
  (visit) => hasNoOverlay(visit) && visit.submissions.length > 0,
  async (visit) => {
    let isPressed = false;
    const isOpenOrNoneLeft = async () => {
      const { dialog, unsentButton: button } = await visit.refresh();
      if (dialog || (await visit.readStore()).length === 0) return true;
      // Presses once, because a second press would open the dialog again.
      if (button && !isPressed) isPressed = await visit.press(button);
      return false;
    };

    await poll(isOpenOrNoneLeft).toBe(true);
    return visit.snapshot.dialog ? undefined : 'elsewhere';
  },
);

type PressCallback = (visit: Visit, id: string, session: Session) => unknown;

/** Defines an action that presses a button of a submission in the unsent dialog. */
function defineAction(name: string, button: string, callback: PressCallback) {
  const isInConfirmation = [yes, keep].includes(button);
  return (index: number) =>
    createAction(
      `${name} message ${index + 1}`,
      ({ snapshot: { dialog } }) =>
        dialog?.items[index]?.isConfirming === isInConfirmation,
      async (visit, session) => {
        const id = visit.snapshot.dialog?.items[index]?.id ?? '';
        if (!(await visit.press(button, id))) return 'elsewhere';
        return callback(visit, id, session);
      },
    );
}

const findItem = ({ dialog }: Snapshot, id: string) =>
  dialog?.items.find((item) => item.id === id);

/**
 * Waits until this submission's confirmation opens or closes, or the submission is
 * gone.
 */
const awaitItem: PressCallback = (visit, id) => {
  const wasAsked = findItem(visit.snapshot, id)?.isConfirming;
  return visit.waitFor((now) => findItem(now, id)?.isConfirming !== wasAsked);
};

export const createDiscardAction = defineAction('discards', discard, awaitItem);
export const createKeepAction = defineAction('keeps', keep, awaitItem);

const clearRefusal: PressCallback = (_, id, { messages }) => {
  const message = messages.get(id);
  if (message) message.isRefused = false;
};

export const createRetryAction = defineAction('retries', retry, clearRefusal);

export const createEditAction = defineAction(
  'edits',
  edit,
  async (visit, id, session) => {
    const { form: name, values } = session.messages.get(id) ?? {};
    const formPath = name && formSpecsByName[name].path;
    const oldSnapshot = visit.snapshot;

    await visit.waitFor(({ dialog, form, path }) => {
      if (dialog) return dialog.announcement === alreadySent;
      if (form?.editedId !== id || path !== formPath) return false;

      const draft = visit.drafts.get(`${name} ${id}`);
      return Object.entries({ ...values, ...draft?.values }).every(
        ([field, text]) => form.values[field] === text,
      );
    });

    if (visit.snapshot.dialog) return;
    visit.recordNavigation(formPath, oldSnapshot);
    return 'moved';
  },
);

export const createConfirmAction = defineAction(
  'confirms to discard',
  yes,
  async (visit, id, session) => {
    await visit.waitFor((now) => {
      const announcement = now.dialog?.announcement ?? '';
      const isDone = [alreadySent, discarded].includes(announcement);
      return isDone && !findItem(now, id);
    });
    if (visit.snapshot.dialog?.announcement === discarded)
      session.markRemoved(id);
  },
);
