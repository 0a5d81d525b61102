import { conflict } from '../../../src/content/delivery.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { type Values, validate } from '../../../src/forms/validate.ts';
import { specs, valuesFor } from '../../support/forms.ts';
import { textOf } from '../../support/records.ts';
import { send, type } from '../gestures.ts';
import { recordDraft, saysNotLoaded } from '../judge.ts';
import {
  action,
  type Session,
  sees,
  stored,
  type VisitedTab,
} from '../session.ts';

/** Neither the sheet nor the menu is in the way. */
export const isFree = ({ snapshot: { sheet, menu } }: VisitedTab) =>
  !sheet && !menu;
const hasForm = (visited: VisitedTab) =>
  isFree(visited) && visited.snapshot.form !== undefined;

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

function wordsFor(session: Session, form: FormName, manner: Manner) {
  session.count += 1;
  const fresh = valuesFor(form, session.count);
  const earlier = [...session.messages.values()].findLast(
    (one) => one.form === form && one.goneAt === undefined,
  );
  const [first] = forms[form].fields;
  const others: Partial<Record<Manner, Values | undefined>> = {
    'as it stands': {},
    blank: { ...fresh, [first?.name ?? '']: '  ' },
    'no address': { ...fresh, email: 'ada@' },
    again: earlier?.values,
  };
  return others[manner] ?? fresh;
}

export function submit(manner: Manner) {
  return action(
    `submits the form, ${manner}`,
    async (visited, session) => {
      const { tab, snapshot } = visited;
      const name = snapshot.form?.name as FormName;
      const typed = await tab.evaluate(type, wordsFor(session, name, manner));
      // It has been thanked for after all.
      if (!typed) return 'elsewhere';
      const draft = recordDraft(visited, typed);
      const replaces = visited.accepted ?? snapshot.form?.edits ?? '';
      const wasWaiting = await isWaiting(visited, replaces);
      const from = session.network.commits;
      const sent = await tab.evaluate(send, manner === 'twice' ? 2 : 1);
      const verdict = validate(forms[name], sent?.values ?? {});
      if (sent && (sent.isValid || !verdict.ok)) {
        await sees(visited, (snapshot) =>
          Boolean(snapshot.thanks || snapshot.alert),
        );
      }
      if (!sent || (verdict.ok && !sent.isValid)) return;
      const { alert, thanks } = visited.snapshot;
      // What sends did not come: the form says so, and keeps its words.
      if (saysNotLoaded(visited.snapshot)) return;
      if (!verdict.ok || alert === conflict) {
        const message = verdict.ok ? conflict : verdict.message;
        if (alert !== message) throw new Error(`'${alert}', not '${message}'`);
        return;
      }
      const spec = specs[name];
      if (alert ? alert !== spec.failure : thanks?.text !== spec.thanks)
        throw new Error(`It says '${alert ?? thanks?.text}'`);
      const { values } = sent;
      const id = await findMessage(session, visited, values, from);
      if (!id) throw new Error('It says so of what is neither kept nor sent');
      visited.drafts.delete(draft);
      visited.accepted = id;
      session.refused.delete(id);
      session.messages.set(id, { id, form: name, values });
      const replaced = session.messages.get(replaces);
      if (replaced && replaced.id !== id && wasWaiting)
        replaced.goneAt = session.network.commits;
    },
    hasForm,
  );
}

async function isWaiting(visited: VisitedTab, id?: string): Promise<boolean> {
  return (await stored(visited)).some((one) => one.id === id);
}

/** The message that these words are kept, or have been sent, as. */
async function findMessage(
  session: Session,
  visited: VisitedTab,
  values: Values,
  from = 0,
): Promise<string | undefined> {
  const kept = (await stored(visited)).find(
    (one) => textOf(one.values as object) === textOf(values),
  );
  const sent = session.network.log.findLast(({ body }) =>
    Object.values(values).every((text) => body.includes(JSON.stringify(text))),
  );
  const isNew = sent && session.network.log.indexOf(sent) >= from;
  return kept?.id ?? (isNew || sent?.storedAt ? sent?.ids[0] : undefined);
}

export const begin = action(
  'types and does not submit',
  async (visited, session) => {
    const { snapshot, tab } = visited;
    session.count += 1;
    const name = snapshot.form?.name as FormName;
    const field = forms[name].fields[0]?.name ?? '';
    const text = { [field]: `Begun ${session.count}` };
    const typed = await tab.evaluate(type, text);
    if (typed) recordDraft(visited, typed);
  },
  hasForm,
);
