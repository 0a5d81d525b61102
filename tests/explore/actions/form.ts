import { conflict } from '../../../src/content/delivery.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { type Values, validate } from '../../../src/forms/validate.ts';
import { specs, valuesFor } from '../../support/forms.ts';
import { send, type } from '../../support/gestures.ts';
import { fieldText } from '../../support/records.ts';
import { saysNotLoaded } from '../judge.ts';
import { action, type Session, type VisitedTab } from '../session.ts';

/** The sheet does not cover the page. */
export const isFree = ({ snapshot }: VisitedTab) => !snapshot.sheet;
const hasForm = (visited: VisitedTab) =>
  isFree(visited) && visited.snapshot.form !== undefined;

/** What a visitor submits. */
type Input = 'new words' | 'unchanged' | 'earlier words';

function valuesOf(session: Session, form: FormName, input: Input): Values {
  session.count += 1;
  if (input === 'unchanged') return {};
  const earlier = [...session.messages.values()].findLast(
    (one) => one.form === form && one.removedAt === undefined,
  );
  const isRepeated = input === 'earlier words' && earlier;
  return isRepeated ? earlier.values : valuesFor(form, session.count);
}

export function submit(input: Input) {
  return action(
    `submits the form, ${input}`,
    async (visited, session) => {
      const { tab, snapshot } = visited;
      const name = snapshot.form?.name as FormName;
      const typed = await tab.evaluate(type, valuesOf(session, name, input));
      // The thank-you has replaced the form meanwhile.
      if (!typed) return;
      const replaces = visited.accepted ?? snapshot.form?.edits ?? '';
      const before = await visited.stored();
      const wasWaiting = before.some(({ id }) => id === replaces);
      const values = await tab.evaluate(send, 1);
      // A form with an empty field shows an error, and submits nothing.
      if (!values || !validate(forms[name], values).ok) return;
      await visited.waitFor(({ thanks, alert }) => Boolean(thanks || alert));
      const { alert, thanks } = visited.snapshot;
      // The code that sends was not loaded, so the form keeps its words.
      if (saysNotLoaded(visited.snapshot) || alert === conflict) return;
      const spec = specs[name];
      if (alert ? alert !== spec.failure : thanks?.text !== spec.thanks)
        throw new Error(`The page says '${alert ?? thanks?.text}'`);
      const id = await findMessage(session, visited, values);
      if (!id)
        throw new Error('An accepted message is neither stored nor sent');
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

/** Returns the id under which these words are stored or were sent last. */
async function findMessage(
  { network }: Session,
  visited: VisitedTab,
  values: Values,
): Promise<string | undefined> {
  const stored = (await visited.stored()).find(
    (one) => fieldText(one.values as object) === fieldText(values),
  );
  const sent = network.log.findLast(({ body }) =>
    Object.values(values).every((text) => body.includes(JSON.stringify(text))),
  );
  return stored?.id ?? sent?.ids[0];
}
