import { fields } from '../../src/content/fields.ts';
import { forgetMe } from '../../src/content/forget-me.ts';
import { press, toggleDisclosure, type } from './inside.ts';
import { noteDraft } from './judge.ts';
import { type Deed, glance, isFree, stored, until } from './walk.ts';

/** A slip in the address: the visitor takes what is suggested, or does not. */
export function misspell(isTaken: boolean): Deed {
  return {
    name: `misspells the email and ${isTaken ? 'takes' : 'ignores'} the hint`,
    // The first time the code for it has to come.
    can: (visited, { isCut }) =>
      isFree(visited) && visited.sight.form?.isKnown === false && !isCut,
    run: async (walk, visited) => {
      walk.count += 1;
      const meant = `ada-${walk.count}@gmail.com`;
      const typed = meant.replace('gmail', 'gmial');
      if (!(await visited.tab.evaluate(type, { email: typed })))
        return undefined;
      await until(`${meant} is suggested`, async () => {
        const { meant: shown, form } = await glance(visited);
        return shown === meant || !form;
      });
      const { form } = visited.sight;
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

export const notYou: Deed = {
  name: `presses '${fields.notYou}'`,
  can: (visited) => isFree(visited) && visited.sight.form?.isKnown === true,
  run: async (_, visited) => {
    await visited.tab.evaluate(press, { name: fields.notYou });
    await until('the email is empty, and has the focus', async () => {
      const { form, focus } = await glance(visited);
      return form?.isKnown === false && focus.startsWith('input');
    });
    if (visited.sight.form?.values.email) throw new Error('It is known still');
    return 'in page';
  },
};

export const disclose: Deed = {
  name: 'opens or closes what happens to what is sent',
  can: (visited) => isFree(visited) && visited.sight.disclosure !== undefined,
  run: async (_, visited) => {
    const before = visited.sight.disclosure;
    await visited.tab.evaluate(toggleDisclosure);
    await until('it opens or closes', async () => {
      const { disclosure } = await glance(visited);
      return disclosure !== before;
    });
    return undefined;
  },
};

/** Asks to be forgotten, and means it or not. */
export function forget(isMeant: boolean): Deed {
  return {
    name: `asks to be forgotten${isMeant ? '' : ', and thinks better of it'}`,
    can: ({ sight: { forget, menu } }) =>
      !menu && (forget.isOffered || forget.isAsking),
    run: async (walk, visited) => {
      const { tab, sight } = visited;
      const before = await stored(visited);
      if (!sight.forget.isAsking) {
        await tab.evaluate(press, { name: forgetMe.button });
        await until('it asks', async () => {
          const { isAsking, told } = (await glance(visited)).forget;
          return isAsking || told === forgetMe.nothing;
        });
      }
      if (!visited.sight.forget.isAsking) return 'in page';
      const name = isMeant ? forgetMe.yes : forgetMe.keep;
      await tab.evaluate(press, { name });
      await until('it says what came of it', async () => {
        const { isAsking, told } = (await glance(visited)).forget;
        return !isAsking && (!isMeant || told.startsWith('Removed'));
      });
      if (!isMeant) return 'in page';
      walk.hasForgotten = true;
      visited.drafts.clear();
      for (const { id } of before) {
        walk.refused.delete(id);
        const message = walk.messages.get(id);
        if (message) message.goneAt ??= walk.network.commits;
      }
      if ((await stored(visited)).length > 0) throw new Error('It is kept');
      return 'in page';
    },
  };
}
