import { writeRecords } from '../firebase/firestore.ts';
import { deliver, type Eagerness, type World } from './deliver.ts';
import { changed, channelName, lockName } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { type RecordDraft, recordsOf } from './records.ts';
import * as store from './store.ts';
import type { Submission } from './submission.ts';

/** A holder works for 20 s at the most; after this it must be frozen. */
const lockWait = 40_000;

const channel = new BroadcastChannel(channelName);

const world: World = {
  keys: store.keys,
  read: store.read,
  update: store.update,
  settle: store.settle,
  send,
  exclusively,
  now: Date.now,
  random: Math.random,
  announce: () => channel.postMessage(changed),
  report: ({ form, id }, error) =>
    console.error(`pear: ${form} ${id} was not accepted: ${error}`),
};

let running: Promise<number> = Promise.resolve(0);
let next: { eagerness: Eagerness; done: Promise<number> } | undefined;

/**
 * Delivers what is due and gives the number of submissions that still wait.
 * Calls during a delivery share the one that follows it.
 */
export function run(eagerness: Eagerness = {}): Promise<number> {
  if (next) {
    next.eagerness.now ||= eagerness.now ?? false;
    next.eagerness.failedToo ||= eagerness.failedToo ?? false;
    return next.done;
  }
  const following = { eagerness: { ...eagerness }, done: running };
  following.done = running
    .catch(() => 0)
    .then(() => {
      next = undefined;
      return deliver(world, following.eagerness);
    });
  next = following;
  running = following.done;
  return running;
}

/** Sends without storing, for browsers where nothing can be stored. */
export async function send(submission: Submission): Promise<Outcome> {
  let records: RecordDraft[];
  try {
    records = recordsOf(submission);
  } catch {
    return { kind: 'never', error: 'invalid-submission' };
  }
  return writeRecords(submission.id, records);
}

/** Correctness rests on the ids; the lock only saves needless requests. */
async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work();
  const signal = AbortSignal.timeout(lockWait);
  try {
    return await locks.request(lockName, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
    return locks.request(lockName, { steal: true }, work);
  }
}
