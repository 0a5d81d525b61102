import { fields } from '../../../src/content/fields.ts';
import { forgetMe } from '../../../src/content/forget-me.ts';
import { whatHappens } from '../../../src/content/what-happens.ts';
import { press, type } from '../gestures.ts';
import { noteDraft } from '../judge.ts';
import { action, sees, stored } from '../session.ts';
import { hasForm, isFree } from './form.ts';

/** A slip in the address: the visitor takes what is suggested, or does not. */
export const misspell = (isTaken: boolean) =>
  action(
    `misspells the email and ${isTaken ? 'takes' : 'ignores'} the hint`,
    async (visited, session) => {
      session.count += 1;
      const meant = `ada-${session.count}@gmail.com`;
      const typed = meant.replace('gmail', 'gmial');
      if (!(await visited.tab.evaluate(type, { email: typed })))
        return 'elsewhere';
      await sees(visited, ({ meant: shown, form }) => shown === meant || !form);
      const { form } = visited.snapshot;
      if (!form) return;
      if (form.values.email !== typed) throw new Error('It was changed');
      if (isTaken) await visited.tab.evaluate(press, { name: meant });
      const email = isTaken ? meant : typed;
      noteDraft(visited, { email });
      await sees(visited, ({ form, focus }) => {
        const isThere = form?.values.email === email;
        return !form || (isThere && focus.startsWith('input'));
      });
    },
    // The first time the code for it has to come.
    (visited, { isCut }) =>
      hasForm(visited) && visited.snapshot.form?.isKnown === false && !isCut,
  );

export const notYou = action(
  `presses '${fields.notYou}'`,
  async (visited) => {
    await visited.tab.evaluate(press, { name: fields.notYou });
    await sees(
      visited,
      ({ form, focus }) => form?.isKnown === false && focus.startsWith('input'),
    );
    if (visited.snapshot.form?.values.email)
      throw new Error('It is known still');
  },
  (visited) => hasForm(visited) && visited.snapshot.form?.isKnown === true,
);

export const disclose = action(
  'opens or closes what happens to what is sent',
  async (visited) => {
    const before = visited.snapshot.isDisclosed;
    // It may hide what has the focus, and WebKit leaves it there.
    await visited.tab.evaluate(press, { name: whatHappens.title });
    await sees(visited, ({ isDisclosed }) => isDisclosed !== before);
    return 'elsewhere';
  },
  (visited) => isFree(visited) && visited.snapshot.isDisclosed !== undefined,
);

/** Asks to be forgotten, and means it or not. */
export const forget = (isMeant: boolean) =>
  action(
    `asks to be forgotten${isMeant ? '' : ', and thinks better of it'}`,
    async (visited, session) => {
      const { tab, snapshot } = visited;
      const before = await stored(visited);
      if (!snapshot.forget.isAsking) {
        await tab.evaluate(press, { name: forgetMe.button });
        await sees(
          visited,
          ({ forget }) => forget.isAsking || forget.told === forgetMe.nothing,
        );
      }
      if (!visited.snapshot.forget.isAsking) return;
      const name = isMeant ? forgetMe.yes : forgetMe.keep;
      await tab.evaluate(press, { name });
      await sees(visited, ({ forget }) => {
        const isDone = !isMeant || forget.told.startsWith('Removed');
        return !forget.isAsking && isDone;
      });
      if (!isMeant) return;
      session.hasForgotten = true;
      visited.drafts.clear();
      for (const { id } of before) {
        session.refused.delete(id);
        const message = session.messages.get(id);
        if (message) message.goneAt ??= session.network.commits;
      }
      if ((await stored(visited)).length > 0) throw new Error('It is kept');
    },
    ({ snapshot: { forget, menu } }) =>
      !menu && (forget.isOffered || forget.isAsking),
  );
