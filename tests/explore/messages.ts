import { conflict } from '../../src/content/delivery.ts';
import { unsent } from '../../src/content/unsent.ts';
import { type FormName, forms } from '../../src/forms/forms.ts';
import { type Values, validate } from '../../src/forms/validate.ts';
import { formSpecs, valuesFor } from '../support/forms.ts';
import { textOf } from '../support/records.ts';
import { press, type Sight, send, type } from './inside.ts';
import { noteDraft, saysNotLoaded } from './judge.ts';
import {
  type Deed,
  glance,
  isFree,
  type Left,
  stored,
  until,
  type Visited,
  type Walk,
} from './walk.ts';

/** How a form is filled in; what visitors do more often is drawn so. */
export const manners = [
  'new words',
  'new words',
  'new words',
  'as it stands',
  'as it stands',
  'twice',
  'blank',
  'no address',
  'again',
] as const;
type Manner = (typeof manners)[number];

function typedFor(walk: Walk, form: FormName, manner: Manner): Values {
  walk.count += 1;
  const fresh = valuesFor(form, walk.count);
  const earlier = [...walk.messages.values()].findLast(
    (one) => one.form === form && one.goneAt === undefined,
  );
  switch (manner) {
    case 'as it stands':
      return {};
    case 'blank':
      return { ...fresh, [forms[form].fields[0]?.name ?? '']: '  ' };
    case 'no address':
      return { ...fresh, email: 'ada@' };
    case 'again':
      return earlier?.values ?? fresh;
    default:
      return fresh;
  }
}

export function submit(manner: Manner): Deed {
  return {
    name: `submits the form, ${manner}`,
    can: (visited) => isFree(visited) && visited.sight.form !== undefined,
    run: async (walk, visited) => {
      const { tab, sight } = visited;
      const form = sight.form as NonNullable<Sight['form']>;
      const name = form.name as FormName;
      const typed = await tab.evaluate(type, typedFor(walk, name, manner));
      // It has been thanked for after all.
      if (!typed) return undefined;
      const draft = noteDraft(visited, typed);
      const replaces = visited.accepted ?? form.edits;
      const before = await stored(visited);
      const from = walk.network.commits;
      const sent = await tab.evaluate(send, manner === 'twice' ? 2 : 1);
      if (!sent) return undefined;
      const verdict = validate(forms[name], sent.values);
      if (verdict.ok && !sent.isValid) return 'in page';
      await until('the form says what came of it', async () => {
        const { thanks, alert } = await glance(visited);
        return Boolean(thanks || alert);
      });
      const { alert, thanks } = visited.sight;
      // What sends did not come: the form says so, and keeps its words.
      if (saysNotLoaded(visited.sight)) return 'in page';
      if (!verdict.ok || alert === conflict) {
        const message = verdict.ok ? conflict : verdict.message;
        if (alert !== message) throw new Error(`'${alert}', not '${message}'`);
        return 'in page';
      }
      const spec = formSpecs.find(({ path }) => path === `/${name}`);
      if (alert ? alert !== spec?.failure : thanks?.text !== spec?.thanks)
        throw new Error(`It says '${alert ?? thanks?.text}'`);
      const id = await idOf(walk, visited, sent.values, from);
      visited.drafts.delete(draft);
      visited.accepted = id;
      walk.refused.delete(id);
      walk.messages.set(id, { id, form: name, values: sent.values });
      const replaced = walk.messages.get(replaces ?? '');
      if (
        replaced &&
        replaced.id !== id &&
        before.some((one) => one.id === replaces)
      )
        replaced.goneAt = walk.network.commits;
      return 'in page';
    },
  };
}

/** The message that these words are kept, or have been sent, as. */
async function idOf(
  walk: Walk,
  visited: Visited,
  values: Values,
  from: number,
): Promise<string> {
  const kept = (await stored(visited)).find(
    (one) => textOf(one.values as object) === textOf(values),
  );
  const sent = walk.network.log.findLast(({ body }) =>
    Object.values(values).every((text) => body.includes(JSON.stringify(text))),
  );
  const isNew = sent && walk.network.log.indexOf(sent) >= from;
  const id = kept?.id ?? (isNew || sent?.storedAt ? sent?.ids[0] : undefined);
  if (!id) throw new Error('Thanks for what is neither kept nor sent');
  return id;
}

export const begin: Deed = {
  name: 'types and does not submit',
  can: (visited) => isFree(visited) && visited.sight.form !== undefined,
  run: async (walk, visited) => {
    const { sight, tab } = visited;
    walk.count += 1;
    const field = forms[sight.form?.name as FormName].fields[0]?.name ?? '';
    const text = { [field]: `Begun ${walk.count}` };
    const typed = await tab.evaluate(type, text);
    if (typed) noteDraft(visited, typed);
    return 'in page';
  },
};

export const openSheet: Deed = {
  name: 'opens the unsent messages',
  can: (visited) => isFree(visited) && visited.unsent > 0,
  run: async (_, visited) => {
    await until('the sheet opens', async () => {
      const { sheet, pill: name } = await glance(visited);
      if (sheet || (await stored(visited)).length === 0) return true;
      if (name) await visited.tab.evaluate(press, { name });
      return false;
    });
    return visited.sight.sheet ? 'in page' : undefined;
  },
};

/** Does something to the n-th unsent message of the sheet. */
function toItem(
  name: string,
  button: string,
  index: number,
  then: (walk: Walk, visited: Visited, id: string) => Promise<Left>,
): Deed {
  const isQuestion = button === unsent.yes || button === unsent.keep;
  return {
    name: `${name} message ${index + 1}`,
    can: ({ sight: { sheet } }) => sheet?.items[index]?.isAsking === isQuestion,
    run: async (walk, visited) => {
      const item = visited.sight.sheet?.items[index]?.id ?? '';
      // From here on it may wait again.
      if (button === unsent.retry) walk.refused.delete(item);
      const pressed = await visited.tab.evaluate(press, { name: button, item });
      return pressed ? then(walk, visited, item) : undefined;
    },
  };
}

const inPage = async (): Promise<Left> => 'in page';
const itemOf = ({ sheet }: Sight, id: string) =>
  sheet?.items.find((item) => item.id === id);

/** The question comes, or goes, or the message does. */
async function asked(_: Walk, visited: Visited, id: string): Promise<Left> {
  const before = itemOf(visited.sight, id)?.isAsking;
  await until('the sheet asks, or asks no longer', async () => {
    const item = itemOf(await glance(visited), id);
    return !item || item.isAsking !== before;
  });
  return 'in page';
}

async function copied(_: Walk, visited: Visited): Promise<Left> {
  await until('it is copied, or shown', async () => {
    const { sheet } = await glance(visited);
    const outcomes = [unsent.copied, unsent.copyByHand];
    return outcomes.includes(sheet?.told ?? '');
  });
  return 'in page';
}

async function editing(
  walk: Walk,
  visited: Visited,
  id: string,
): Promise<Left> {
  const message = walk.messages.get(id);
  visited.back += Number(visited.sight.path !== `/${message?.form}`);
  visited.forward = 0;
  const words = JSON.stringify(message?.values);
  await until(`the form shows ${words}`, async () => {
    const { sheet, form, ...sight } = await glance(visited);
    if (sheet) return sheet.told === unsent.alreadySent;
    if (form?.edits !== id || sight.path !== `/${message?.form}`) return false;
    const draft = visited.drafts.get(`${form.name} ${id}`);
    const shown = { ...message?.values, ...draft?.words };
    return Object.entries(shown).every(
      ([field, text]) => form.values[field] === text,
    );
  });
  return visited.sight.sheet ? 'in page' : 'moved';
}

async function discarded(
  walk: Walk,
  visited: Visited,
  id: string,
): Promise<Left> {
  const { alreadySent, discarded } = unsent;
  await until('the message is discarded', async () => {
    const sight = await glance(visited);
    const told = sight.sheet?.told ?? '';
    return !itemOf(sight, id) && [alreadySent, discarded].includes(told);
  });
  const message = walk.messages.get(id);
  if (message && visited.sight.sheet?.told === discarded) {
    message.goneAt ??= walk.network.commits;
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
