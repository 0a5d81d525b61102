import { forgetMe } from '../../../src/content/forget-me.ts';
import { action } from '../session.ts';

/** Presses "Forget me", and then confirms or cancels. */
export const forget = (isConfirmed: boolean) =>
  action(
    `presses 'Forget me' and ${isConfirmed ? 'confirms' : 'cancels'}`,
    async (visited, session) => {
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
      for (const { id } of before) {
        session.refused.delete(id);
        const message = session.messages.get(id);
        if (message) message.removedAt ??= session.network.commits;
      }
      if ((await visited.stored()).length > 0)
        throw new Error('Messages are stored after "Forget me"');
    },
    ({ snapshot: { forget, menu } }) =>
      !menu && (forget.isOffered || forget.isConfirming),
  );
