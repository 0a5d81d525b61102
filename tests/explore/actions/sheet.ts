import { unsent } from '../../../src/content/unsent.ts';
import { specs } from '../../support/forms.ts';
import { action, poll, type Session, type VisitedTab } from '../session.ts';
import type { Snapshot } from '../snapshot.ts';
import { isFree } from './form.ts';

export const openSheet = action(
  'opens the unsent messages',
  async (visited) => {
    let isPressed = false;
    const isOpenOrEmpty = async () => {
      const { sheet, pill } = await visited.refresh();
      if (sheet || (await visited.stored()).length === 0) return true;
      // Once, because a second press would open the sheet again.
      if (pill && !isPressed) isPressed = await visited.press(pill);
      return false;
    };
    await poll(isOpenOrEmpty).toBe(true);
  },
  (visited) => isFree(visited) && visited.unsent > 0,
);

export const closeSheet = action(
  'closes the unsent messages',
  async (visited) => {
    await visited.press(unsent.close);
    await visited.waitFor(({ sheet }) => !sheet);
  },
  (visited) => !isFree(visited),
);

/** Presses a button of an unsent message in the sheet. */
function onItem(
  button: string,
  then: (visited: VisitedTab, id: string, session: Session) => unknown,
) {
  return (index: number) =>
    action(
      `presses '${button}' of message ${index + 1}`,
      async (visited, session) => {
        const id = visited.snapshot.sheet?.items[index]?.id ?? '';
        if (button === unsent.retry) session.refused.delete(id);
        const isPressed = await visited.press(button, id);
        return isPressed ? then(visited, id, session) : undefined;
      },
      ({ snapshot }) => snapshot.sheet?.items[index] !== undefined,
    );
}

const hasItem = ({ sheet }: Snapshot, id: string) =>
  sheet?.items.some((item) => item.id === id) ?? false;

export const retry = onItem(unsent.retry, () => undefined);

export const edit = onItem(unsent.edit, async (visited, id, session) => {
  const name = session.messages.get(id)?.form;
  const address = name && specs[name].path;
  const before = visited.snapshot;
  await visited.waitFor(({ sheet, form, path }) => {
    if (sheet) return sheet.announcement === unsent.alreadySent;
    // The form reads the message after the address has changed.
    const isRead = form?.edits === id && form.values.email !== '';
    return isRead && path === address;
  });
  if (visited.snapshot.sheet) return undefined;
  visited.recordNavigation(address, before);
  return 'moved';
});

export const discard = onItem(unsent.discard, async (visited, id, session) => {
  let isConfirmed = false;
  // The message may be sent before the visitor confirms.
  const isAnswered = async () => {
    isConfirmed = await visited.press(unsent.yes, id);
    return isConfirmed || !hasItem(await visited.refresh(), id);
  };
  await poll(isAnswered).toBe(true);
  if (!isConfirmed) return;
  const { alreadySent, discarded } = unsent;
  await visited.waitFor((now) => {
    const announcement = now.sheet?.announcement ?? '';
    return !hasItem(now, id) && [alreadySent, discarded].includes(announcement);
  });
  const message = session.messages.get(id);
  if (message && visited.snapshot.sheet?.announcement === discarded)
    message.removedAt ??= session.network.commits;
});
