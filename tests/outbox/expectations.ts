import type { DiskContent } from './device.ts';
import type { createServer } from './server.ts';

/**
 * Records what the site reported to the visitor, and compares it with the
 * server's records at the end. Accepts both arrival and loss of a submission if a
 * process died, or if two processes handled the submission at the same time.
 */
export function createExpectations(server: ReturnType<typeof createServer>) {
  const errors: string[] = [];
  /** The texts of all submissions by id. */
  const textsById = new Map<string, string>();
  /** Sets of submission ids. At least one submission of each set must arrive. */
  let eitherIdSets: Set<string>[] = [];
  /** The ids of withdrawn submissions that must not arrive. */
  const withdrawnIds = new Set<string>();
  /** The ids of submissions whose receipts may be missing. */
  const idsWithoutReceipt = new Set<string>();
  /** The ids of submissions that an action has begun to remove. */
  const removedIds = new Set<string>();

  function check(isTrue: boolean, error: string) {
    if (!isTrue) errors.push(error);
  }

  /** Stops requiring that the submission arrives. */
  function allowLoss(id: string) {
    eitherIdSets = eitherIdSets.filter((ids) => !ids.has(id));
  }

  return {
    errors,
    textsById,
    removalIds: removedIds,
    idsWithoutReceipt,
    check,
    allowLoss,

    /** Requires that the submission arrives, unless an action has begun to remove it. */
    accept(id: string) {
      if (!removedIds.has(id)) eitherIdSets.push(new Set([id]));
    },

    /** Records an edit with an unknown result: the old or the new text may arrive. */
    allowReplacement(old: string, text: string) {
      const entriesWithText = [...textsById].filter(
        ([, other]) => other === text,
      );
      for (const ids of eitherIdSets)
        if (ids.has(old)) for (const [id] of entriesWithText) ids.add(id);
    },

    /** Records the site's report that a submission will not be sent. */
    withdraw(id: string) {
      allowLoss(id);
      const mayArrive = [...server.openRequests].some((one) => one.id === id);
      if (!server.storedTexts.has(id) && !mayArrive) withdrawnIds.add(id);
    },

    /** Checks the database and the server after the last delivery. */
    checkFinalState({ submissions, receipts }: DiskContent) {
      const unsentIds = submissions.map(({ id }) => id);
      check(unsentIds.length === 0, `still unsent: ${unsentIds}`);
      for (const ids of eitherIdSets) {
        const arrivedIds = [...ids].filter((id) => server.storedTexts.has(id));
        check(arrivedIds.length > 0, `${[...ids]} was lost`);
        for (const id of arrivedIds) {
          const isExempt = ids.size > 1 || idsWithoutReceipt.has(id);
          check(isExempt || receipts.includes(id), `${id} has no receipt`);
        }
      }
      for (const [id, text] of server.storedTexts) {
        check(textsById.get(id) === text, `${id} was never submitted`);
        check(!withdrawnIds.has(id), `${id} was sent though it was withdrawn`);
      }
      for (const id of receipts)
        check(server.storedTexts.has(id), `${id} has a receipt, but no record`);
    },
  };
}
