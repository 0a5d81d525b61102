import assert from 'node:assert';
import { conflictText } from '../../../src/content/delivery.ts';
import { forgetMeTexts } from '../../../src/content/forget-me.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { type Values, validate } from '../../../src/forms/validate.ts';
import { formSpecsByName, valuesFor } from '../../support/forms.ts';
import { fillForm, send } from '../../support/gestures.ts';
import type { Commit } from '../../support/network-faults.ts';
import { fieldText } from '../../support/records.ts';
import { recordDraft, saysNotLoaded } from '../judge.ts';
import {
  action,
  isUncovered,
  type Message,
  type Session,
  type Visit,
} from '../session.ts';

const hasForm = (visit: Visit) =>
  isUncovered(visit) && visit.snapshot.form !== undefined;

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
      one.form === form && one.removalIndex === undefined;
    return others.findLast(isEarlier)?.values ?? values;
  },
};
const firstField = (form: FormName) => forms[form].fields[0]?.name ?? '';
type InputKind = keyof typeof changes;
export const inputKinds = Object.keys(changes) as InputKind[];

export const submit = (kind: InputKind) =>
  action(`submits the form, ${kind}`, hasForm, async (visit, session) => {
    const { tab, snapshot } = visit;
    const name = snapshot.form?.name as FormName;
    const newValues = valuesFor(name, session.steps.length);
    const values = changes[kind](newValues, name, session);
    const typed = await tab.evaluate(fillForm, values);
    // The thank-you has replaced the form since the snapshot.
    if (!typed) return 'elsewhere';
    const draft = recordDraft(visit, typed);
    const replacedId = visit.acceptedId ?? snapshot.form?.editedId ?? '';
    const before = await visit.stored();
    const wasWaiting = before.some(({ id }) => id === replacedId);
    const times = kind === 'new words twice' ? 2 : 1;
    const submission = await tab.evaluate(send, times);
    if (!submission) return;
    await visit.waitFor(({ thanks, alert }) => Boolean(thanks || alert));
    // The code that sends messages did not load, so the form keeps its text.
    if (saysNotLoaded(visit.snapshot)) return;
    const { alert, thanks } = visit.snapshot;
    const verdict = validate(forms[name], submission.values);
    // The browser has its own message about a wrong email.
    if (verdict.ok && !submission.isValid) return;
    if (!verdict.ok || alert === conflictText) {
      assert.equal(alert, verdict.ok ? conflictText : verdict.message);
      return;
    }
    const spec = formSpecsByName[name];
    assert.equal(alert ?? thanks?.text, alert ? spec.failure : spec.thanks);
    const id = await findId(visit, session.network.log, submission.values);
    assert(id, 'An accepted message is neither stored nor sent');
    visit.drafts.delete(draft);
    visit.acceptedId = id;
    session.messages.set(id, { form: name, values: submission.values });
    const replacedMessage = session.messages.get(replacedId);
    if (replacedMessage && replacedId !== id && wasWaiting)
      replacedMessage.removalIndex = session.network.commits;
  });

/** Returns the id of the stored or sent message that has these values. */
async function findId(visit: Visit, log: Commit[], values: Values) {
  const stored = (await visit.stored()).find(
    (one) => fieldText(one.values as object) === fieldText(values),
  );
  const sent = log.findLast(({ body }) => {
    const isIn = (text: string) => body.includes(JSON.stringify(text));
    return Object.values(values).every(isIn);
  });
  return stored?.id ?? sent?.ids[0];
}

export const typeOnly = action('types', hasForm, async (visit, session) => {
  const name = visit.snapshot.form?.name as FormName;
  const text = { [firstField(name)]: `Begun ${session.steps.length}` };
  const typed = await visit.tab.evaluate(fillForm, text);
  if (typed) recordDraft(visit, typed);
});

const canForget = ({ snapshot: { forget, menu } }: Visit) =>
  !menu && (forget.isOffered || forget.isConfirming);

/** Presses "Forget me", and then confirms or cancels. */
export function forget(isConfirmed: boolean) {
  const name = `presses 'Forget me' and ${isConfirmed ? 'confirms' : 'cancels'}`;
  return action(name, canForget, async (visit, session) => {
    const before = await visit.stored();
    if (!visit.snapshot.forget.isConfirming) {
      await visit.press(forgetMeTexts.button);
      await visit.waitFor(
        ({ forget: { isConfirming, announcement } }) =>
          isConfirming || announcement === forgetMeTexts.nothing,
      );
    }
    if (!visit.snapshot.forget.isConfirming) return;
    await visit.press(isConfirmed ? forgetMeTexts.yes : forgetMeTexts.keep);
    await visit.waitFor(({ forget: { isConfirming, announcement } }) => {
      const isDone = !isConfirmed || announcement.startsWith('Removed');
      return !isConfirming && isDone;
    });
    if (!isConfirmed) return;
    session.hasForgotten = true;
    visit.drafts.clear();
    for (const { id } of before) session.markRemoved(id);
    assert.deepEqual(await visit.stored(), []);
  });
}
