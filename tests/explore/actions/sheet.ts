import { unsent } from '../../../src/content/unsent.ts';
import { specs } from '../../support/forms.ts';
import {
  action,
  isFree,
  poll,
  type Session,
  type VisitedTab,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';

export const openSheet = action(
  'opens the unsent messages',
  (visited) => isFree(visited) && visited.submissions.length > 0,
  async (visited) => {
    let isPressed = false;
    const isOpenOrEmpty = async () => {
      const { sheet, pill } = await visited.refresh();
      if (sheet || (await visited.stored()).length === 0) return true;
      // Presses once, because a second press would open the dialog again.
      if (pill && !isPressed) isPressed = await visited.press(pill);
      return false;
    };
    await poll(isOpenOrEmpty).toBe(true);
    return visited.snapshot.sheet ? undefined : 'elsewhere';
  },
);

type Act = (visited: VisitedTab, id: string, session: Session) => unknown;

/** Defines an action that presses a button of a message in the unsent dialog. */
function define(name: string, button: string, wait: Act) {
  const needsConfirming = button === unsent.yes || button === unsent.keep;
  return (index: number) =>
    action(
      `${name} message ${index + 1}`,
      ({ snapshot: { sheet } }) =>
        sheet?.items[index]?.isConfirming === needsConfirming,
      async (visited, session) => {
        const id = visited.snapshot.sheet?.items[index]?.id ?? '';
        if (!(await visited.press(button, id))) return 'elsewhere';
        return wait(visited, id, session);
      },
    );
}

const findItem = ({ sheet }: Snapshot, id: string) =>
  sheet?.items.find((item) => item.id === id);

/** Waits until the confirmation or the message of this id appears or disappears. */
const waitForConfirmation: Act = (visited, id) => {
  const before = findItem(visited.snapshot, id)?.isConfirming;
  return visited.waitFor((now) => findItem(now, id)?.isConfirming !== before);
};

export const discard = define('discards', unsent.discard, waitForConfirmation);
export const keep = define('keeps', unsent.keep, waitForConfirmation);
export const retry = define('retries', unsent.retry, (_, id, { messages }) => {
  const message = messages.get(id);
  if (message) message.isRefused = false;
});

export const edit = define(
  'edits',
  unsent.edit,
  async (visited, id, session) => {
    const { form: name, values } = session.messages.get(id) ?? {};
    const address = name && specs[name].path;
    const before = visited.snapshot;
    await visited.waitFor(({ sheet, form, path }) => {
      if (sheet) return sheet.announcement === unsent.alreadySent;
      if (form?.edits !== id || path !== address) return false;
      const draft = visited.drafts.get(`${name} ${id}`);
      return Object.entries({ ...values, ...draft?.words }).every(
        ([field, text]) => form.values[field] === text,
      );
    });
    if (visited.snapshot.sheet) return;
    visited.recordNavigation(address, before);
    return 'moved';
  },
);

export const confirm = define(
  'confirms to discard',
  unsent.yes,
  async (visited, id, session) => {
    const { alreadySent, discarded } = unsent;
    await visited.waitFor((now) => {
      const announcement = now.sheet?.announcement ?? '';
      const isDone = [alreadySent, discarded].includes(announcement);
      return isDone && !findItem(now, id);
    });
    if (visited.snapshot.sheet?.announcement === discarded) session.remove(id);
  },
);
