import assert from 'node:assert';
import { conflict } from '../../../src/content/delivery.ts';
import { forgetMe } from '../../../src/content/forget-me.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { type Values, validate } from '../../../src/forms/validate.ts';
import { specs, valuesFor } from '../../support/forms.ts';
import { send, type } from '../../support/gestures.ts';
import type { Commit } from '../../support/network-faults.ts';
import { fieldText } from '../../support/records.ts';
import { recordDraft, saysNotLoaded } from '../judge.ts';
import {
  action,
  isFree,
  type Message,
  type Session,
  type VisitedTab,
} from '../session.ts';

const hasForm = (visited: VisitedTab) =>
  isFree(visited) && visited.snapshot.form !== undefined;

/** For each kind of input, returns the values that the visitor types. */
const changes = {
  'new words': (values: Values) => values,
  'new words twice': (values: Values) => values,
  unchanged: () => ({}),
  'a blank field': (values: Values, form: FormName) => {
    return { ...values, [firstField(form)]: '  ' };
  },
  'a wrong address': (values: Values) => ({ ...values, email: 'ada@' }),
  'earlier words': (values: Values, form: FormName, session: Session) => {
    const others = [...session.messages.values()];
    const isEarlier = (one: Message) =>
      one.form === form && one.removedAt === undefined;
    return others.findLast(isEarlier)?.values ?? values;
  },
};
const firstField = (form: FormName) => forms[form].fields[0]?.name ?? '';
type Input = keyof typeof changes;
export const inputs = Object.keys(changes) as Input[];

export const submit = (input: Input) =>
  action(`submits the form, ${input}`, hasForm, async (visited, session) => {
    const { tab, snapshot } = visited;
    const name = snapshot.form?.name as FormName;
    const fresh = valuesFor(name, session.steps.length);
    const values = changes[input](fresh, name, session);
    const typed = await tab.evaluate(type, values);
    // The thank-you has replaced the form since the snapshot.
    if (!typed) return 'elsewhere';
    const draft = recordDraft(visited, typed);
    const replaces = visited.accepted ?? snapshot.form?.edits ?? '';
    const before = await visited.stored();
    const wasWaiting = before.some(({ id }) => id === replaces);
    const times = input === 'new words twice' ? 2 : 1;
    const sent = await tab.evaluate(send, times);
    if (!sent) return;
    await visited.waitFor(({ thanks, alert }) => Boolean(thanks || alert));
    // The code that sends messages did not load, so the form keeps its text.
    if (saysNotLoaded(visited.snapshot)) return;
    const { alert, thanks } = visited.snapshot;
    const verdict = validate(forms[name], sent.values);
    // The browser has its own message about a wrong email.
    if (verdict.ok && !sent.isValid) return;
    if (!verdict.ok || alert === conflict) {
      assert.equal(alert, verdict.ok ? conflict : verdict.message);
      return;
    }
    const spec = specs[name];
    assert.equal(alert ?? thanks?.text, alert ? spec.failure : spec.thanks);
    const id = await findId(visited, session.network.log, sent.values);
    assert(id, 'An accepted message is neither stored nor sent');
    visited.drafts.delete(draft);
    visited.accepted = id;
    session.messages.set(id, { form: name, values: sent.values });
    const replaced = session.messages.get(replaces);
    if (replaced && replaces !== id && wasWaiting)
      replaced.removedAt = session.network.commits;
  });

/** Returns the id of the stored or sent message that has these values. */
async function findId(visited: VisitedTab, log: Commit[], values: Values) {
  const stored = (await visited.stored()).find(
    (one) => fieldText(one.values as object) === fieldText(values),
  );
  const sent = log.findLast(({ body }) => {
    const isIn = (text: string) => body.includes(JSON.stringify(text));
    return Object.values(values).every(isIn);
  });
  return stored?.id ?? sent?.ids[0];
}

export const typeOnly = action('types', hasForm, async (visited, session) => {
  const name = visited.snapshot.form?.name as FormName;
  const text = { [firstField(name)]: `Begun ${session.steps.length}` };
  const typed = await visited.tab.evaluate(type, text);
  if (typed) recordDraft(visited, typed);
});

const canForget = ({ snapshot: { forget, menu } }: VisitedTab) =>
  !menu && (forget.isOffered || forget.isConfirming);

/** Presses "Forget me", and then confirms or cancels. */
export function forget(isConfirmed: boolean) {
  const name = `presses 'Forget me' and ${isConfirmed ? 'confirms' : 'cancels'}`;
  return action(name, canForget, async (visited, session) => {
    const before = await visited.stored();
    if (!visited.snapshot.forget.isConfirming) {
      await visited.press(forgetMe.button);
      await visited.waitFor(
        ({ forget: { isConfirming, announcement } }) =>
          isConfirming || announcement === forgetMe.nothing,
      );
    }
    if (!visited.snapshot.forget.isConfirming) return;
    await visited.press(isConfirmed ? forgetMe.yes : forgetMe.keep);
    await visited.waitFor(({ forget: { isConfirming, announcement } }) => {
      const isDone = !isConfirmed || announcement.startsWith('Removed');
      return !isConfirming && isDone;
    });
    if (!isConfirmed) return;
    session.hasForgotten = true;
    visited.drafts.clear();
    for (const { id } of before) session.remove(id);
    assert.deepEqual(await visited.stored(), []);
  });
}
