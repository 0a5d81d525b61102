import { unsent } from '../../../src/content/unsent.ts';
import { press } from '../gestures.ts';
import {
  type Action,
  glance,
  type Left,
  type Session,
  stored,
  until,
  type VisitedTab,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';
import { isFree } from './form.ts';

export const openSheet: Action = {
  name: 'opens the unsent messages',
  can: (visited) => isFree(visited) && visited.unsent > 0,
  run: async (_, visited) => {
    await until('the sheet opens', async () => {
      const { sheet, pill: name } = await glance(visited);
      if (sheet || (await stored(visited)).length === 0) return true;
      if (name) await visited.tab.evaluate(press, { name });
      return false;
    });
    return visited.snapshot.sheet ? 'in page' : undefined;
  },
};

/** Does something to the n-th unsent message of the sheet. */
function toItem(
  name: string,
  button: string,
  index: number,
  then: (session: Session, visited: VisitedTab, id: string) => Promise<Left>,
): Action {
  const isConfirming = button === unsent.yes || button === unsent.keep;
  return {
    name: `${name} message ${index + 1}`,
    can: ({ snapshot: { sheet } }) =>
      sheet?.items[index]?.isAsking === isConfirming,
    run: async (session, visited) => {
      const item = visited.snapshot.sheet?.items[index]?.id ?? '';
      // From here on it may wait again.
      if (button === unsent.retry) session.refused.delete(item);
      const pressed = await visited.tab.evaluate(press, { name: button, item });
      return pressed ? then(session, visited, item) : undefined;
    },
  };
}

const inPage = async (): Promise<Left> => 'in page';
const itemOf = ({ sheet }: Snapshot, id: string) =>
  sheet?.items.find((item) => item.id === id);

/** The question comes, or goes, or the message does. */
async function asked(
  _: Session,
  visited: VisitedTab,
  id: string,
): Promise<Left> {
  const before = itemOf(visited.snapshot, id)?.isAsking;
  await until('the sheet asks, or asks no longer', async () => {
    const item = itemOf(await glance(visited), id);
    return !item || item.isAsking !== before;
  });
  return 'in page';
}

async function copied(_: Session, visited: VisitedTab): Promise<Left> {
  await until('it is copied, or shown', async () => {
    const { sheet } = await glance(visited);
    const outcomes = [unsent.copied, unsent.copyByHand];
    return outcomes.includes(sheet?.told ?? '');
  });
  return 'in page';
}

async function editing(
  session: Session,
  visited: VisitedTab,
  id: string,
): Promise<Left> {
  const message = session.messages.get(id);
  visited.back += Number(visited.snapshot.path !== `/${message?.form}`);
  visited.forward = 0;
  const words = JSON.stringify(message?.values);
  await until(`the form shows ${words}`, async () => {
    const { sheet, form, ...snapshot } = await glance(visited);
    if (sheet) return sheet.told === unsent.alreadySent;
    if (form?.edits !== id || snapshot.path !== `/${message?.form}`)
      return false;
    const draft = visited.drafts.get(`${form.name} ${id}`);
    const shown = { ...message?.values, ...draft?.words };
    return Object.entries(shown).every(
      ([field, text]) => form.values[field] === text,
    );
  });
  return visited.snapshot.sheet ? 'in page' : 'moved';
}

async function discarded(
  session: Session,
  visited: VisitedTab,
  id: string,
): Promise<Left> {
  const { alreadySent, discarded } = unsent;
  await until('the message is discarded', async () => {
    const snapshot = await glance(visited);
    const told = snapshot.sheet?.told ?? '';
    return !itemOf(snapshot, id) && [alreadySent, discarded].includes(told);
  });
  const message = session.messages.get(id);
  if (message && visited.snapshot.sheet?.told === discarded) {
    message.goneAt ??= session.network.commits;
  }
  return 'in page';
}

export const retry = (index: number) =>
  toItem('retries', unsent.retry, index, inPage);
export const copy = (index: number) =>
  toItem('copies', unsent.copy, index, copied);
export const edit = (index: number) =>
  toItem('edits', unsent.edit, index, editing);
export const discard = (index: number) =>
  toItem('would discard', unsent.discard, index, asked);
export const yes = (index: number) =>
  toItem('discards', unsent.yes, index, discarded);
export const keep = (index: number) =>
  toItem('keeps', unsent.keep, index, asked);
