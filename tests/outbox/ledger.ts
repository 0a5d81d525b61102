import type { Snapshot } from './device.ts';
import type { createServer } from './server.ts';

/**
 * What the visitor has been told, and so what the server must hold in the end.
 * Where a process died, or two acted on one message at once, either way is right.
 */
export function createLedger(server: ReturnType<typeof createServer>) {
  const wrong: string[] = [];
  /** All words ever submitted, by id. */
  const written = new Map<string, string>();
  /** Of each of these sets one must arrive. */
  let owed: Set<string>[] = [];
  /** Removed before a request of theirs had left. */
  const withdrawn = new Set<string>();
  /** Their receipts may have been removed. */
  const forgotten = new Set<string>();
  /** The messages of each action that may remove some, and what is over. */
  const removals: (readonly string[])[] = [];
  const over = new Set<readonly string[]>();

  function claim(isTrue: boolean, otherwise: string) {
    if (!isTrue) wrong.push(otherwise);
  }

  function release(id: string) {
    owed = owed.filter((ids) => !ids.has(id));
  }

  return {
    wrong,
    written,
    claim,
    /** It may have been removed: the process died. */
    release,

    /** The removals that are over. */
    removals: () => new Set(over),

    async removing<T>(ids: readonly string[], work: () => Promise<T>) {
      removals.push(ids);
      const result = await work();
      over.add(ids);
      return result;
    },

    /** The visitor was thanked for it; some removals were over before. */
    keep(id: string, before: Set<readonly string[]>) {
      const meanwhile = removals.filter((ids) => !before.has(ids));
      if (!meanwhile.flat().includes(id)) owed.push(new Set([id]));
    },

    /** Its process died as it was to take the other's place. */
    mayReplace(old: string, words: string) {
      const same = [...written].filter(([, other]) => other === words);
      for (const ids of owed) {
        if (ids.has(old)) for (const [id] of same) ids.add(id);
      }
    },

    /** The visitor was told that it will not be sent. */
    withdraw(id: string) {
      release(id);
      const mayArrive = [...server.underWay].some((one) => one.id === id);
      if (!server.stored.has(id) && !mayArrive) withdrawn.add(id);
    },

    /** Whatever was sent without being stored has no receipt. */
    forgetReceipt: (id: string) => forgotten.add(id),

    forgetReceipts() {
      for (const id of written.keys()) forgotten.add(id);
    },

    /** Once all has been delivered that was to be. */
    close({ submissions, receipts }: Snapshot) {
      const left = submissions.map(({ id }) => id);
      claim(left.length === 0, `still unsent: ${left}`);
      for (const ids of owed) {
        const arrived = [...ids].filter((id) => server.stored.has(id));
        claim(arrived.length > 0, `${[...ids]} was lost`);
        for (const id of arrived) {
          const isKnown = receipts.includes(id) || forgotten.has(id);
          claim(isKnown || ids.size > 1, `${id} has no receipt`);
        }
      }
      for (const [id, words] of server.stored) {
        claim(written.get(id) === words, `${id} was never submitted`);
        claim(!withdrawn.has(id), `${id} was sent though it was withdrawn`);
      }
      for (const id of receipts) {
        claim(server.stored.has(id), `${id} has a receipt and never arrived`);
      }
    },
  };
}
