import { unsent } from '../../../src/content/unsent.ts';
import { specs } from '../../support/forms.ts';
import { press } from '../gestures.ts';
import {
  action,
  glance,
  type Session,
  sees,
  stored,
  until,
  type VisitedTab,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';
import { isFree } from './form.ts';

export const openSheet = action(
  'opens the unsent messages',
  async (visited) => {
    let isPressed = false;
    await until(async () => {
      const { sheet, pill: name } = await glance(visited);
      if (sheet || (await stored(visited)).length === 0) return true;
      // Once: a second press opens the sheet again, under a press on its items.
      if (name && !isPressed)
        isPressed = await visited.tab.evaluate(press, { name });
      return false;
    });
    return visited.snapshot.sheet ? undefined : 'elsewhere';
  },
  (visited) => isFree(visited) && visited.unsent > 0,
);

type Then = (
  visited: VisitedTab,
  id: string,
  session: Session,
) => Promise<unknown>;

/** Does something to the n-th unsent message of the sheet. */
function toItem(name: string, button: string, then: Then) {
  const isConfirming = button === unsent.yes || button === unsent.keep;
  return (index: number) =>
    action(
      `${name} message ${index + 1}`,
      async (visited, session) => {
        const item = visited.snapshot.sheet?.items[index]?.id ?? '';
        // From here on it may wait again.
        if (button === unsent.retry) session.refused.delete(item);
        const { tab } = visited;
        const isPressed = await tab.evaluate(press, { name: button, item });
        if (!isPressed) return 'elsewhere';
        await then(visited, item, session);
        const hasLeft = button === unsent.edit && !visited.snapshot.sheet;
        return hasLeft ? 'moved' : undefined;
      },
      ({ snapshot: { sheet } }) =>
        sheet?.items[index]?.isAsking === isConfirming,
    );
}

const itemOf = ({ sheet }: Snapshot, id: string) =>
  sheet?.items.find((item) => item.id === id);

/** The question comes, or goes, or the message does. */
const asked: Then = (visited, id) => {
  const before = itemOf(visited.snapshot, id)?.isAsking;
  return sees(visited, (snapshot) => itemOf(snapshot, id)?.isAsking !== before);
};

export const retry = toItem('retries', unsent.retry, async () => undefined);
export const discard = toItem('would discard', unsent.discard, asked);
export const keep = toItem('keeps', unsent.keep, asked);

export const edit = toItem('edits', unsent.edit, (visited, id, session) => {
  const { form: name, values } = session.messages.get(id) ?? {};
  const address = name && specs[name].path;
  visited.back += Number(visited.snapshot.path !== address);
  visited.forward = 0;
  return sees(visited, ({ sheet, form, path }) => {
    if (sheet) return sheet.told === unsent.alreadySent;
    if (form?.edits !== id || path !== address) return false;
    const draft = visited.drafts.get(`${name} ${id}`);
    return Object.entries({ ...values, ...draft?.words }).every(
      ([field, text]) => form.values[field] === text,
    );
  });
});

export const yes = toItem(
  'discards',
  unsent.yes,
  async (visited, id, session) => {
    const { alreadySent, discarded } = unsent;
    await sees(visited, (snapshot) => {
      const told = snapshot.sheet?.told ?? '';
      return !itemOf(snapshot, id) && [alreadySent, discarded].includes(told);
    });
    const message = session.messages.get(id);
    if (message && visited.snapshot.sheet?.told === discarded) {
      message.goneAt ??= session.network.commits;
    }
  },
);
