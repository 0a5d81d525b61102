import {
  changed,
  channelName,
  type DeliverMessage,
  syncTag,
} from './messages.ts';
import * as store from './store.ts';
import { createSubmission, type Submission } from './submission.ts';

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

export async function statusOf(id: string): Promise<Status> {
  if (await store.hasReceipt(id)) return 'sent';
  return (await store.read(id))?.state ?? 'gone';
}

/** Asks the worker to deliver, or does it here where there is no worker. */
export async function requestDelivery(
  eagerness: Omit<DeliverMessage, 'type'> = {},
): Promise<void> {
  const worker = await activeWorker();
  const message: DeliverMessage = { type: 'deliver', ...eagerness };
  if (worker && (await isAccepted(worker, message))) return;
  await deliverHere(eagerness);
}

/** Whether the worker has taken the message: a broken one never answers. */
function isAccepted(
  worker: ServiceWorker,
  message: DeliverMessage,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const finish = (accepted: boolean) => {
      clearTimeout(limit);
      port1.close();
      resolve(accepted);
    };
    const limit = setTimeout(finish, acceptedWithin, false);
    port1.onmessage = () => finish(true);
    worker.postMessage(message, [port2]);
  });
}

async function deliverHere(eagerness: Omit<DeliverMessage, 'type'>) {
  try {
    if ((await store.keys()).length === 0) return;
    const { run } = await import('./run.ts');
    await run(eagerness);
  } catch {
    // Nothing is lost: the next trigger tries again.
  }
}

async function activeWorker(): Promise<ServiceWorker | null | undefined> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    return registration?.active;
  } catch {
    return undefined;
  }
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
  return opened;
}

function announce(): void {
  channel ??= listen();
  channel.postMessage(changed);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

const acceptedWithin = 5000;
/** At the latest, look again after this: timers and messages get lost. */
const lookAgain = 60_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for delivery whenever the page has a reason to hope. */
export function keepDelivering(): void {
  addEventListener('online', () => requestDelivery({ now: true }));
  addEventListener('pageshow', lookNow);
  document.addEventListener('visibilitychange', onVisible);
  subscribe(() => void setTimer());
  void requestDelivery({ failedToo: true });
  void setTimer();
}

function onVisible(): void {
  if (document.visibilityState === 'visible') lookNow();
}

/** A page that was frozen has missed the news that its timer goes by. */
function lookNow(): void {
  void requestDelivery();
  void setTimer();
}

/** Wakes at the next due time, while anything waits. */
async function setTimer(earliest = 100): Promise<void> {
  const submissions = await store.list().catch(() => []);
  clearTimeout(timer);
  const waits = submissions
    .filter(({ state }) => state === 'queued')
    .map(({ dueAt }) => dueAt - Date.now());
  if (waits.length === 0) return;
  const wait = Math.max(Math.min(...waits), earliest);
  timer = setTimeout(wake, Math.min(wait, lookAgain));
}

function wake(): void {
  void requestDelivery();
  void setTimer(lookAgain);
}
