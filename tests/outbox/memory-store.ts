import {
  isRepeat,
  requeue,
  type Submission,
} from '../../src/outbox/submission.ts';
import type { Store } from './world.ts';

/** What store.ts promises, in memory: each call is one transaction. */
export function createMemoryStore(): Store {
  const submissions = new Map<string, Submission>();
  const receipts = new Set<string>();
  return {
    async add(submission, replaces) {
      const duplicate = [...submissions.values()].find((other) =>
        isRepeat(other, submission),
      );
      if (duplicate?.state === 'refused') {
        submissions.set(duplicate.id, requeue(duplicate, submission.createdAt));
      }
      if (!duplicate) {
        if (receipts.has(submission.id)) return submission.id;
        if (replaces && !submissions.has(replaces)) return undefined;
        submissions.set(submission.id, submission);
      }
      if (replaces && replaces !== duplicate?.id) submissions.delete(replaces);
      return duplicate?.id ?? submission.id;
    },
    list: async () => [...submissions.values()],
    keys: async () => [...submissions.keys()],
    read: async (id) => submissions.get(id),
    async update(submission) {
      if (submissions.has(submission.id)) {
        submissions.set(submission.id, submission);
      }
    },
    async change(id, transition) {
      const found = submissions.get(id);
      const changed = found && transition(found);
      if (changed) submissions.set(id, changed);
      return changed;
    },
    async markDelivered(id) {
      submissions.delete(id);
      receipts.add(id);
    },
    async discard(id) {
      submissions.delete(id);
    },
    async clear(ids: readonly string[]) {
      const gone = ids.filter((id) => submissions.delete(id));
      const removed = { unsent: gone.length, receipts: receipts.size };
      receipts.clear();
      return removed;
    },
    hasReceipt: async (id) => receipts.has(id),
  };
}
