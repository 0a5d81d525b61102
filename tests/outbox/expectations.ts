import type { Snapshot } from './device.ts';
import type { createServer } from './server.ts';

/**
 * Records what the site reported to the visitor, and compares it with the
 * server's records at the end. If a process died, or two processes handled a
 * message at the same time, the message may arrive or be lost.
 */
export function createExpectations(server: ReturnType<typeof createServer>) {
  const errors: string[] = [];
  /** The texts of all submitted messages by id. */
  const written = new Map<string, string>();
  /** Sets of message ids. At least one message of each set must arrive. */
  let owed: Set<string>[] = [];
  /** The ids of withdrawn messages that must not arrive. */
  const withdrawn = new Set<string>();
  /** The ids of messages whose receipts may be missing. */
  const withoutReceipt = new Set<string>();
  /** The ids of messages that an action has begun to remove. */
  const removed = new Set<string>();

  function claim(isTrue: boolean, error: string) {
    if (!isTrue) errors.push(error);
  }

  /** Stops requiring that the message arrives. */
  function release(id: string) {
    owed = owed.filter((ids) => !ids.has(id));
  }

  return {
    errors,
    written,
    removed,
    withoutReceipt,
    claim,
    release,

    /** Requires that the message arrives, unless an action has begun to remove it. */
    accept(id: string) {
      if (!removed.has(id)) owed.push(new Set([id]));
    },

    /** Records an edit with an unknown result: the old or the new text may arrive. */
    mayReplace(old: string, text: string) {
      const same = [...written].filter(([, other]) => other === text);
      for (const ids of owed)
        if (ids.has(old)) for (const [id] of same) ids.add(id);
    },

    /** Records that the site reported that a message will not be sent. */
    withdraw(id: string) {
      release(id);
      const mayArrive = [...server.active].some((request) => request.id === id);
      if (!server.stored.has(id) && !mayArrive) withdrawn.add(id);
    },

    /** Checks the database and the server after the last delivery. */
    check({ submissions, receipts }: Snapshot) {
      const left = submissions.map(({ id }) => id);
      claim(left.length === 0, `still unsent: ${left}`);
      for (const ids of owed) {
        const arrived = [...ids].filter((id) => server.stored.has(id));
        claim(arrived.length > 0, `${[...ids]} was lost`);
        for (const id of arrived) {
          const isKnown = receipts.includes(id) || withoutReceipt.has(id);
          claim(isKnown || ids.size > 1, `${id} has no receipt`);
        }
      }
      for (const [id, text] of server.stored) {
        claim(written.get(id) === text, `${id} was never submitted`);
        claim(!withdrawn.has(id), `${id} was sent though it was withdrawn`);
      }
      for (const id of receipts)
        claim(server.stored.has(id), `${id} has a receipt and never arrived`);
    },
  };
}
