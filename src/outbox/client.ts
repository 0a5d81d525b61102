import { exclusively } from './lock.ts';
import { changed, channelName, syncTag } from './messages.ts';
import * as store from './store.ts';
import {
  createSubmission,
  hold,
  isReadable,
  release,
  requeue,
  type Submission,
} from './submission.ts';
import { requestDelivery } from './triggers.ts';

export type { Submission } from './submission.ts';

export type Status = 'queued' | 'failed' | 'sent' | 'gone';

/** Neither saved nor sent; `code` says why, without personal data. */
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
  const known = await store.add(submission, replaces).catch(() => undefined);
  if (known === undefined) return sendDirectly(submission);
  announce();
  void requestDelivery({ now: true });
  void requestSync();
  if (!navigator.onLine) void navigator.storage?.persist?.();
  return { id: known, status: 'queued' };
}

async function sendDirectly(submission: Submission) {
  const outcome = await import('./run.ts').then(
    ({ send }) => send(submission),
    () => ({ kind: 'later', error: 'no-code' }) as const,
  );
  if (outcome.kind === 'delivered') {
    return { id: submission.id, status: 'sent' } as const;
  }
  throw new NotSubmitted(submission.id, outcome.error);
}

/** How far a submission has come; 'gone' means discarded or replaced. */
export async function statusOf(id: string): Promise<Status> {
  if (await store.hasReceipt(id)) return 'sent';
  return (await store.read(id))?.state ?? 'gone';
}

/** All that is unsent and that this version understands, oldest first. */
export async function listUnsent(): Promise<Submission[]> {
  const found = await store.list();
  return found.filter(isReadable).sort((a, b) => a.createdAt - b.createdAt);
}

/** Makes a submission due now, whatever became of it before. */
export async function retry(id: string): Promise<void> {
  await store.change(id, (found) => requeue(release(found), Date.now()));
  announce();
  await requestDelivery({ now: true });
  void requestSync();
}

/**
 * Keeps a submission from being sent while its text is edited, for two minutes
 * at a time, and gives it; undefined where it has left the outbox.
 */
export function holdForEditing(id: string): Promise<Submission | undefined> {
  return exclusively(() =>
    store.change(id, (found) => hold(found, Date.now())),
  );
}

/** Ends an edit that led to nothing: the old words are sent after all. */
export async function endEditing(id: string): Promise<void> {
  const found = await store.change(id, release);
  if (found?.state === 'queued') await requestDelivery({ now: true });
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
