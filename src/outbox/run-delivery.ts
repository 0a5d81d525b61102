import { writeRecords } from '../firebase/firestore.ts';
import type { Outcome } from '../firebase/outcome.ts';
import { broadcastChange } from './broadcast.ts';
import { deliver, type Effects } from './delivery.ts';
import { isEdited } from './edit-lock.ts';
import { whileLocked } from './lock.ts';
import type { DeliveryOptions } from './messages.ts';
import { recordsOf } from './record-drafts.ts';
import { list, markDelivered, read, update } from './store.ts';
import type { Submission } from './submission.ts';

const effects: Effects = {
  list,
  read,
  isEdited,
  update,
  markDelivered,
  send,
  whileLocked,
  now: Date.now,
  random: Math.random,
  broadcastChange,
  report: ({ form, id }, error) =>
    console.error(`pear: ${form} ${id} was not accepted: ${error}`),
};

let running: Promise<number> = Promise.resolve(0);
let next: { options: DeliveryOptions; done: Promise<number> } | undefined;

/** Returns how many still wait. Calls during a delivery share the next one. */
export function runDelivery(options: DeliveryOptions = {}): Promise<number> {
  if (next) {
    next.options.ignoreBackoff ||= options.ignoreBackoff;
    next.options.retryFailed ||= options.retryFailed;
    return next.done;
  }
  const asked = { ...options };
  running = running
    .catch(() => undefined)
    .then(() => {
      next = undefined;
      return deliver(effects, asked);
    });
  next = { options: asked, done: running };
  return running;
}

/** Touches no store: `client.ts` sends by it what it cannot keep. */
export async function send(submission: Submission): Promise<Outcome> {
  try {
    return await writeRecords(submission.id, recordsOf(submission));
  } catch {
    return { kind: 'refused', error: 'invalid-submission' };
  }
}
