import { forgetMe } from '../../../src/content/forget-me.ts';
import { press } from '../gestures.ts';
import { action, sees, stored } from '../session.ts';

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
