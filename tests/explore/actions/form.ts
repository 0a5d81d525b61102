import { conflict } from '../../../src/content/delivery.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { type Values, validate } from '../../../src/forms/validate.ts';
import { specs, valuesFor } from '../../support/forms.ts';
import { send, type } from '../../support/gestures.ts';
import { fieldText } from '../../support/records.ts';
import { recordDraft, saysNotLoaded } from '../judge.ts';
import { action, type Session, type VisitedTab } from '../session.ts';

/** Returns whether neither the sheet nor the menu covers the page. */
export const isFree = ({ snapshot: { sheet, menu } }: VisitedTab) =>
  !sheet && !menu;
const hasForm = (visited: VisitedTab) =>
  isFree(visited) && visited.snapshot.form !== undefined;

/** The kinds of input. A kind that is listed more often is drawn more often. */
export const inputs = [
  'new words',
  'new words',
  'new words',
  'unchanged',
  'unchanged',
  'new words twice',
  'a blank field',
  'a wrong address',
  'earlier words',
] as const;
type Input = (typeof inputs)[number];

function valuesOf(session: Session, form: FormName, input: Input) {
  session.count += 1;
  const freshValues = valuesFor(form, session.count);
  const earlier = [...session.messages.values()].findLast(
    (one) => one.form === form && one.removedAt === undefined,
  );
  const [first] = forms[form].fields;
  const otherValues: Partial<Record<Input, Values | undefined>> = {
    unchanged: {},
    'a blank field': { ...freshValues, [first?.name ?? '']: '  ' },
    'a wrong address': { ...freshValues, email: 'ada@' },
    'earlier words': earlier?.values,
  };
  return otherValues[input] ?? freshValues;
}

export function submit(input: Input) {
  return action(
    `submits the form, ${input}`,
    async (visited, session) => {
      const { tab, snapshot } = visited;
      const name = snapshot.form?.name as FormName;
      const typed = await tab.evaluate(type, valuesOf(session, name, input));
      // The thank-you has replaced the form meanwhile.
      if (!typed) return 'elsewhere';
      const draft = recordDraft(visited, typed);
      const replaces = visited.accepted ?? snapshot.form?.edits ?? '';
      const before = await visited.stored();
      const wasWaiting = before.some(({ id }) => id === replaces);
      const from = session.network.commits;
      const times = input === 'new words twice' ? 2 : 1;
      const sent = await tab.evaluate(send, times);
      if (!sent) return;
      const { values, isValid } = sent;
      const verdict = validate(forms[name], values);
      if (isValid || !verdict.ok)
        await visited.waitFor(({ thanks, alert }) => Boolean(thanks || alert));
      if (verdict.ok && !isValid) return;
      const { alert, thanks } = visited.snapshot;
      // The form keeps its text, because the chunk that sends failed to load.
      if (saysNotLoaded(visited.snapshot)) return;
      if (!verdict.ok || alert === conflict) {
        const message = verdict.ok ? conflict : verdict.message;
        if (alert !== message) throw new Error(`'${alert}', not '${message}'`);
        return;
      }
      const spec = specs[name];
      if (alert ? alert !== spec.failure : thanks?.text !== spec.thanks)
        throw new Error(`The page says '${alert ?? thanks?.text}'`);
      const id = await findMessage(session, visited, values, from);
      if (!id)
        throw new Error('An accepted message is neither stored nor sent');
      visited.drafts.delete(draft);
      visited.accepted = id;
      session.refused.delete(id);
      session.messages.set(id, { id, form: name, values });
      const replaced = session.messages.get(replaces);
      if (replaced && replaced.id !== id && wasWaiting)
        replaced.removedAt = session.network.commits;
    },
    hasForm,
  );
}

/** Returns the id of the stored or sent message that has these values. */
async function findMessage(
  session: Session,
  visited: VisitedTab,
  values: Values,
  from: number,
): Promise<string | undefined> {
  const stored = (await visited.stored()).find(
    (one) => fieldText(one.values as object) === fieldText(values),
  );
  const { log } = session.network;
  const sent = log.findLast(({ body }) =>
    Object.values(values).every((text) => body.includes(JSON.stringify(text))),
  );
  const isNew = sent && log.indexOf(sent) >= from;
  return stored?.id ?? (isNew || sent?.storedAt ? sent?.ids[0] : undefined);
}

export const typeOnly = action(
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
