import assert from 'node:assert';
import { conflictText } from '../../../src/content/delivery.ts';
import { forgetMeTexts } from '../../../src/content/forget-me.ts';
import type { Values } from '../../../src/form-definitions/form-definition.ts';
import { type FormName, forms } from '../../../src/form-definitions/forms.ts';
import { validate } from '../../../src/forms/validate.ts';
import { createValues, formSpecsByName } from '../../support/forms.ts';
import {
  clickSubmit,
  fillForm,
  readSessionStorage,
} from '../../support/gestures.ts';
import type { Commit } from '../../support/network-faults.ts';
import { formatFields } from '../../support/records.ts';
import { isLoadFailureShown, storeDraft } from '../judge.ts';
import {
  createAction,
  hasNoOverlay,
  type Message,
  type Session,
  type Visit,
} from '../session.ts';

const hasForm = (visit: Visit) =>
  hasNoOverlay(visit) && visit.snapshot.form !== undefined;

/** For each kind of input, returns the values that the visitor types. */
const valueCreators = {
  'new words': (values: Values) => values,
  'new words twice': (values: Values) => values,
  unchanged: () => ({}),
  'a blank field': (values: Values, form: FormName) => {
    return { ...values, [findFirstField(form)]: '  ' };
  },
  'a wrong address': (values: Values) => ({ ...values, email: 'ada@' }),
  'earlier words': (values: Values, form: FormName, session: Session) => {
    const allMessages = [...session.messages.values()];
    const isEarlierMessage = (message: Message) =>
      message.form === form && message.removalIndex === undefined;
    return allMessages.findLast(isEarlierMessage)?.values ?? values;
  },
};

const findFirstField = (form: FormName) => forms[form].fields[0]?.name ?? '';

type InputKind = keyof typeof valueCreators;
export const inputKinds = Object.keys(valueCreators) as InputKind[];

export const submitForm = (kind: InputKind) =>
  createAction(`submits the form, ${kind}`, hasForm, async (visit, session) => {
    const { tab, snapshot } = visit;
    const formName = snapshot.form?.name as FormName;
    const newValues = createValues(formName, session.steps.length);
    const values = valueCreators[kind](newValues, formName, session);
    const typedValues = await tab.evaluate(fillForm, values);
    // The thank-you has replaced the form since the snapshot.
    if (!typedValues) return 'elsewhere';

    const draftName = storeDraft(visit, typedValues);
    // A browser that is killed later may restore this state, although the text was sent.
    visit.storedState = await visit.tab.evaluate(readSessionStorage);
    const replacedId = visit.acceptedId ?? snapshot.form?.editedId ?? '';

    const recordsBefore = await visit.readStore();
    const wasWaiting = recordsBefore.some(({ id }) => id === replacedId);
    const pressCount = kind === 'new words twice' ? 2 : 1;

    const submission = await tab.evaluate(clickSubmit, pressCount);
    if (!submission) return;

    await visit.waitFor(({ thanks, alert }) => Boolean(thanks || alert));
    // The code that sends submissions did not load, so the form keeps its text.
    if (isLoadFailureShown(visit.snapshot)) return;

    const { alert, thanks } = visit.snapshot;
    const form = forms[formName];
    // `submission.isValid` is the browser's own check, which Node does not have.
    const validation = validate(form, submission.values, () => '');
    // The browser rejects this email, and shows a message of its own.
    if (validation.ok && !submission.isValid) return;
    if (!validation.ok || alert === conflictText) {
      assert.equal(alert, validation.ok ? conflictText : validation.message);
      return;
    }

    const spec = formSpecsByName[formName];
    assert.equal(alert ?? thanks?.text, alert ? spec.failure : spec.thanks);

    const id = await findId(visit, session.network.log, submission.values);
    assert(id, 'An accepted message is neither stored nor sent');

    visit.drafts.delete(draftName);
    visit.acceptedId = id;
    session.messages.set(id, { form: formName, values: submission.values });

    const replacedMessage = session.messages.get(replacedId);
    if (replacedMessage && replacedId !== id && wasWaiting)
      replacedMessage.removalIndex = session.network.commits;
  });

/** Returns the id of the stored or sent submission that has these values. */
async function findId(visit: Visit, log: Commit[], values: Values) {
  const storedRecord = (await visit.readStore()).find(
    (record) => formatFields(record.values as object) === formatFields(values),
  );

  const sentCommit = log.findLast(({ body }) => {
    const isInBody = (text: string) => body.includes(JSON.stringify(text));
    return Object.values(values).every(isInBody);
  });

  return storedRecord?.id ?? sentCommit?.ids[0];
}

export const typingAction = createAction(
  'types',
  hasForm,
  async (visit, session) => {
    const formName = visit.snapshot.form?.name as FormName;
    const fieldName = findFirstField(formName);
    const newValues = { [fieldName]: `Begun ${session.steps.length}` };

    const typedValues = await visit.tab.evaluate(fillForm, newValues);
    if (!typedValues) return;
    storeDraft(visit, typedValues);
    visit.storedState = undefined;
  },
);

/** Texts that visitors paste from spreadsheets, chats and other programs, by their kind. */
const pastedTexts = {
  'empty cells': `Ada${'\t\t \r\n'.repeat(12_000)}Bea`,
  'a huge text': 'Loom and thread. '.repeat(6000),
  'invisible characters': `a${'\u200b\u2060'.repeat(20_000)}b`,
  'a row of emoji': '👩‍🧵❤\ufe0f'.repeat(3000),
  'control characters': 'a\u0000\u0007\u001b[31m\vb\u2028c',
  'half of an emoji': 'thanks \ud83d',
  'mixed directions': '\u202eabc مرحبا (Pear)! \u2066שלום',
  markup: '<b>Ada</b><script>alert(1)</script> &amp; \'"`',
};
type PasteKind = keyof typeof pastedTexts;
export const pasteKinds = Object.keys(pastedTexts) as PasteKind[];

/** Pastes a text into one of the form's fields. */
export const pasteText = (kind: PasteKind, fieldIndex: number) =>
  createAction(`pastes ${kind}`, hasForm, async (visit) => {
    const formName = visit.snapshot.form?.name as FormName;
    const { fields } = forms[formName];
    const { name = '' } = fields[fieldIndex % fields.length] ?? {};
    const text = pastedTexts[kind];
    const typedValues = await visit.tab.evaluate(fillForm, { [name]: text });
    if (!typedValues) return;

    visit.storedState = undefined;
    // The browser changes some texts, for example line breaks in a field of one line.
    await visit.refresh();
    if (visit.snapshot.form?.name === formName) storeDraft(visit, {});
  });

const canForget = ({ snapshot: { forget, menu } }: Visit) =>
  !menu && (forget.isOffered || forget.isConfirming);

/** Presses "Forget me", and then confirms or cancels. */
export function pressForgetMe(isConfirmed: boolean) {
  const actionName = `presses 'Forget me' and ${isConfirmed ? 'confirms' : 'cancels'}`;
  return createAction(actionName, canForget, async (visit, session) => {
    const recordsBefore = await visit.readStore();
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
    // The page has said so only after every tab had forgotten.
    for (const { drafts } of session.tabs) drafts.clear();
    session.leftTexts.length = 0;
    for (const { id } of recordsBefore) session.markRemoved(id);
    assert.deepEqual(await visit.readStore(), []);
  });
}
