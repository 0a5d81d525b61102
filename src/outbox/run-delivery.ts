import { writeRecords } from '../firebase/firestore.ts';
import type { Outcome, RecordDraft } from '../firebase/outcome.ts';
import { announce } from './changes.ts';
import { deliver, type Eagerness, type World } from './delivery.ts';
import { isHeld, whileNobodyDelivers, whileNobodySends } from './lock.ts';
import { recordsOf } from './records.ts';
import * as store from './store.ts';
import type { Submission } from './submission.ts';

const world: World = {
  keys: store.keys,
  read: store.read,
  isHeld,
  update: store.update,
  settle: store.settle,
  send,
  exclusively: (id, work) =>
    whileNobodyDelivers(() => whileNobodySends(id, work)),
  now: Date.now,
  random: Math.random,
  announce,
  report: ({ form, id }, error) =>
    console.error(`pear: ${form} ${id} was not accepted: ${error}`),
};

let running: Promise<number> = Promise.resolve(0);
let next: { eagerness: Eagerness; done: Promise<number> } | undefined;

/**
 * Delivers what is due and gives the number of submissions that still wait.
 * Calls during a delivery share the one that follows it.
 */
export function runDelivery(eagerness: Eagerness = {}): Promise<number> {
  if (next) {
    next.eagerness.now ||= eagerness.now ?? false;
    next.eagerness.failedToo ||= eagerness.failedToo ?? false;
    return next.done;
  }
  const asked = { ...eagerness };
  running = running
    .catch(() => undefined)
    .then(() => {
      next = undefined;
      return deliver(world, asked);
    });
  next = { eagerness: asked, done: running };
  return running;
}

/**
 * Sends one submission and touches no store: each that delivery tries, and what
 * `client.ts` cannot keep.
 */
export async function send(submission: Submission): Promise<Outcome> {
  let records: RecordDraft[];
  try {
    records = recordsOf(submission);
  } catch {
    return { kind: 'never', error: 'invalid-submission' };
  }
  return writeRecords(submission.id, records);
}
