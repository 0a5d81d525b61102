import { backoff } from './backoff.ts';
import { exclusively, hold } from './lock.ts';
import { changed, channelName, syncTag } from './messages.ts';
import * as store from './store.ts';
import {
  createSubmission,
  isReadable,
  isRepeat,
  requeue,
  type Submission,
} from './submission.ts';
import { loadDelivery, requestDelivery } from './triggers.ts';

export type { Submission } from './submission.ts';

export type Status = 'queued' | 'failed' | 'sent' | 'gone';

/**
 * Neither saved nor sent; `code` says why, without personal data. 'overtaken'
 * says that what it was to replace is no longer waiting.
 */
export class NotSubmitted extends Error {
  constructor(
    readonly id: string,
    readonly code: string,
  ) {
    super(`${id} was neither saved nor sent: ${code}`);
  }
}

/**
 * Resolves once the submission is on disk, or delivered where nothing can be
 * stored, with the id to follow it by. Throws NotSubmitted otherwise.
 */
export async function submit(
  form: string,
  values: Submission['values'],
  { id, replaces }: { id: string; replaces?: string | undefined },
): Promise<{ id: string; status: Status }> {
  const submission = createSubmission(id, form, values, Date.now());
  let known: string | undefined;
  try {
    known = await store.add(submission, replaces);
  } catch {
    return sendDirectly(submission, replaces);
  }
  if (known === undefined) throw new NotSubmitted(id, 'overtaken');
  if (replaces) await letGo(replaces);
  announce();
  void requestDelivery({ now: true });
  void requestSync();
  if (!navigator.onLine) void navigator.storage?.persist?.();
  return { id: known, status: 'queued' };
}

/**
 * The same words waiting already go out under their own id, and what is
 * replaced is still held, and goes once the new words have arrived.
 */
async function sendDirectly(
  submission: Submission,
  replaces: string | undefined,
) {
  const unsent = await listUnsent().catch(() => undefined);
  if (replaces && unsent && !unsent.some(({ id }) => id === replaces)) {
    throw new NotSubmitted(submission.id, 'overtaken');
  }
  const twin = unsent?.find((other) => isRepeat(other, submission));
  const sent = twin ?? submission;
  const outcome = await loadDelivery().then(
    ({ send }) => send(sent),
    () => ({ kind: 'later', error: 'no-code' }) as const,
  );
  if (outcome.kind !== 'delivered') {
    throw new NotSubmitted(sent.id, outcome.error);
  }
  if (twin) await store.settle(twin.id, Date.now()).catch(() => undefined);
  if (replaces) {
    // Where it can't be removed it stays held: better late than twice.
    const gone = store.discard(replaces).then(() => letGo(replaces));
    await gone.catch(() => undefined);
  }
  announce();
  return { id: sent.id, status: 'sent' } as const;
}

/** How far a submission has come; 'gone' means discarded or replaced. */
export async function statusOf(id: string): Promise<Status> {
  // In this order: it leaves the one place as it comes to the other.
  const found = await store.read(id);
  if (found) return found.state;
  return (await store.hasReceipt(id)) ? 'sent' : 'gone';
}

/**
 * Tells the listener how far a submission has come, now and ever after. What
 * can't be read now is read again: there may be no other news.
 */
export function follow(
  id: string,
  listener: (status: Status) => void,
): () => void {
  let asked = 0;
  let told = 0;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  async function ask() {
    clearTimeout(again);
    asked += 1;
    const turn = asked;
    const status = await statusOf(id).catch(() => undefined);
    // An answer that was overtaken by a newer one is no news.
    if (turn < told) return;
    if (status) {
      told = turn;
      failures = 0;
      listener(status);
    } else if (turn === asked) {
      again = setTimeout(ask, backoff(failures, Math.random()));
      failures += 1;
    }
  }
  void ask();
  const unsubscribe = subscribe(ask);
  return () => {
    told = Number.POSITIVE_INFINITY;
    clearTimeout(again);
    unsubscribe();
  };
}

/** All that is unsent and that this version understands, oldest first. */
export async function listUnsent(): Promise<Submission[]> {
  const found = await store.list();
  return found.filter(isReadable).sort((a, b) => a.createdAt - b.createdAt);
}

/** Makes a submission due now, whatever became of it before. */
export async function retry(id: string): Promise<void> {
  await letGo(id);
  // Whoever edits it, here or in another tab, is overtaken.
  const end = await hold(id);
  await end();
  const isDue = await store
    .change(id, (found) => requeue(found, Date.now()))
    .catch(() => undefined);
  announce();
  void requestSync();
  await requestDelivery({ now: true, failedToo: !isDue });
}

/** The submissions that this page edits, and how to let go of each. */
const held = new Map<string, () => Promise<void>>();

/**
 * Keeps a submission from being sent while this page edits it, and gives it;
 * undefined where it has left the outbox.
 */
export async function holdForEditing(
  id: string,
): Promise<Submission | undefined> {
  if (held.has(id)) return store.read(id);
  return exclusively(async () => {
    const found = await store.read(id);
    if (found) held.set(id, await hold(id));
    return found;
  });
}

/** Ends an edit that led to nothing: the old words are sent after all. */
export async function endEditing(id: string): Promise<void> {
  if (!(await letGo(id))) return;
  const found = await store.read(id);
  if (found?.state === 'queued') await requestDelivery({ now: true });
}

/** Gives whether this page had it. */
async function letGo(id: string): Promise<boolean> {
  const end = held.get(id);
  held.delete(id);
  await end?.();
  return end !== undefined;
}

/** Removes a submission, unless it has been delivered meanwhile. */
export async function discard(id: string): Promise<'discarded' | 'sent'> {
  const outcome = await exclusively(async () => {
    if (await store.hasReceipt(id)) return 'sent';
    await store.discard(id);
    return 'discarded';
  });
  announce();
  return outcome;
}

/** Background Sync, where it exists; `register` may reject or never settle. */
async function requestSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(syncTag);
  } catch {
    // The page's own triggers deliver instead.
  }
}

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Calls the listener when any tab or the worker has changed the outbox. */
export function subscribe(listener: () => void): () => void {
  channel ??= listen();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listen(): BroadcastChannel {
  const opened = new BroadcastChannel(channelName);
  opened.onmessage = notify;
  addEventListener('pageshow', notifyRestored);
  return opened;
}

/** A page out of the back-forward cache has missed what was said meanwhile. */
function notifyRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) notify();
}

function announce(): void {
  channel ??= listen();
  channel.postMessage(changed);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}
