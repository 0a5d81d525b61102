import { fields } from '../../../src/content/fields.ts';
import { forgetMe } from '../../../src/content/forget-me.ts';
import { press, toggleDisclosure, type } from '../gestures.ts';
import { noteDraft } from '../judge.ts';
import { type Action, glance, stored, until } from '../session.ts';
import { hasForm, isFree } from './form.ts';

/** A slip in the address: the visitor takes what is suggested, or does not. */
export function misspell(isTaken: boolean): Action {
  return {
    name: `misspells the email and ${isTaken ? 'takes' : 'ignores'} the hint`,
    // The first time the code for it has to come.
    can: (visited, { isCut }) =>
      hasForm(visited) && visited.snapshot.form?.isKnown === false && !isCut,
    run: async (session, visited) => {
      session.count += 1;
      const meant = `ada-${session.count}@gmail.com`;
      const typed = meant.replace('gmail', 'gmial');
      if (!(await visited.tab.evaluate(type, { email: typed })))
        return undefined;
      await until(`${meant} is suggested`, async () => {
        const { meant: shown, form } = await glance(visited);
        return shown === meant || !form;
      });
      const { form } = visited.snapshot;
      if (!form) return 'in page';
      if (form.values.email !== typed) throw new Error('It was changed');
      if (isTaken) await visited.tab.evaluate(press, { name: meant });
      const email = isTaken ? meant : typed;
      noteDraft(visited, { email });
      await until(`the email is ${email}`, async () => {
        const { form, focus } = await glance(visited);
        const isThere = form?.values.email === email;
        return !form || (isThere && focus.startsWith('input'));
      });
      return 'in page';
    },
  };
}

export const notYou: Action = {
  name: `presses '${fields.notYou}'`,
  can: (visited) => hasForm(visited) && visited.snapshot.form?.isKnown === true,
  run: async (_, visited) => {
    await visited.tab.evaluate(press, { name: fields.notYou });
    await until('the email is empty, and has the focus', async () => {
      const { form, focus } = await glance(visited);
      return form?.isKnown === false && focus.startsWith('input');
    });
    if (visited.snapshot.form?.values.email)
      throw new Error('It is known still');
    return 'in page';
  },
};

export const disclose: Action = {
  name: 'opens or closes what happens to what is sent',
  can: (visited) =>
    isFree(visited) && visited.snapshot.disclosure !== undefined,
  run: async (_, visited) => {
    const before = visited.snapshot.disclosure;
    await visited.tab.evaluate(toggleDisclosure);
    await until('it opens or closes', async () => {
      const { disclosure } = await glance(visited);
      return disclosure !== before;
    });
    return undefined;
  },
};

/** Asks to be forgotten, and means it or not. */
export function forget(isMeant: boolean): Action {
  return {
    name: `asks to be forgotten${isMeant ? '' : ', and thinks better of it'}`,
    can: ({ snapshot: { forget, menu } }) =>
      !menu && (forget.isOffered || forget.isAsking),
    run: async (session, visited) => {
      const { tab, snapshot } = visited;
      const before = await stored(visited);
      if (!snapshot.forget.isAsking) {
        await tab.evaluate(press, { name: forgetMe.button });
        await until('it asks', async () => {
          const { isAsking, told } = (await glance(visited)).forget;
          return isAsking || told === forgetMe.nothing;
        });
      }
      if (!visited.snapshot.forget.isAsking) return 'in page';
      const name = isMeant ? forgetMe.yes : forgetMe.keep;
      await tab.evaluate(press, { name });
      await until('it says what came of it', async () => {
        const { isAsking, told } = (await glance(visited)).forget;
        return !isAsking && (!isMeant || told.startsWith('Removed'));
      });
      if (!isMeant) return 'in page';
      session.hasForgotten = true;
      visited.drafts.clear();
      for (const { id } of before) {
        session.refused.delete(id);
        const message = session.messages.get(id);
        if (message) message.goneAt ??= session.network.commits;
      }
      if ((await stored(visited)).length > 0) throw new Error('It is kept');
      return 'in page';
    },
  };
}
