import { coalesce } from '../async/coalesce.ts';
import { loadChunk } from '../async/load-chunk.ts';
import { prefetchChunk } from '../async/prefetch-chunk.ts';
import { backoff } from './backoff.ts';
import type { Eagerness } from './delivery.ts';
import { type DeliverMessage, syncTag } from './messages.ts';
import * as store from './store.ts';
import { isReadable, type Submission } from './submission.ts';

/** A worker that has not answered by then is broken. */
const acceptedWithin = 5000;
/** Look again after this at the latest: a worker may be killed as it sends. */
const lookAgain = 25_000;
const stuckAfter = 2 * lookAgain;

/** Asks the worker to deliver, or does it here where there is no worker. */
export async function requestDelivery(
  eagerness: Eagerness = {},
): Promise<void> {
  const worker = await activeWorker();
  const message: DeliverMessage = { type: 'deliver', ...eagerness };
  if (worker && (await isAccepted(worker, message))) return;
  await deliverHere(eagerness);
}

async function activeWorker(): Promise<ServiceWorker | null | undefined> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    return registration?.active;
  } catch {
    return undefined;
  }
}

/** Whether the worker has taken the message. */
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

async function deliverHere(eagerness: Eagerness): Promise<void> {
  try {
    if ((await store.keys()).length === 0) return;
    const { runDelivery } = await loadDelivery();
    await runDelivery(eagerness);
  } catch {
    // Nothing is lost: the next trigger tries again.
  }
}

/**
 * Background Sync, where it exists. A worker may still be installing, or never
 * come; `register` may reject or never settle.
 */
export async function requestSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.ready;
    await registration?.sync?.register(syncTag);
  } catch {
    // The page's own triggers deliver instead.
  }
}

/**
 * Where no worker will deliver, the code for it must be loaded before the network
 * goes: some browsers never load again what has failed to load once.
 */
async function prepareDelivery(): Promise<void> {
  if (await activeWorker()) return;
  await prefetchChunk('outbox/run-delivery')
    .catch(loadDelivery)
    .catch(() => undefined);
}

/** The code that sends; Firebase is part of it. */
export function loadDelivery(): Promise<typeof import('./run-delivery.ts')> {
  return loadChunk('outbox/run-delivery', () => import('./run-delivery.ts'));
}

/**
 * Asks for delivery whenever the page has a reason to hope. `subscribe` tells
 * it when the outbox has changed.
 */
export function keepDelivering(
  subscribe: (listener: () => void) => unknown,
): void {
  addEventListener('online', () => requestDelivery({ now: true }));
  addEventListener('pageshow', lookNow);
  document.addEventListener('visibilitychange', lookWhenVisible);
  subscribe(coalesce(() => setTimer()));
  void requestDelivery({ failedToo: true });
  void setTimer();
  void prepareDelivery();
  void renewSync();
}

/** The browser gives up after a few tries with no page open. */
async function renewSync(): Promise<void> {
  const keys = await store.keys().catch(() => []);
  if (keys.length > 0) await requestSync();
}

function lookWhenVisible(): void {
  if (document.visibilityState === 'visible') lookNow();
}

/** A page that was frozen has missed the changes that set its timer. */
function lookNow(): void {
  void requestDelivery();
  void setTimer();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Wakes at the next due time, while anything waits. */
async function setTimer(earliest = 100): Promise<void> {
  const submissions = await store.list().catch(() => undefined);
  clearTimeout(timer);
  if (!submissions) {
    timer = setTimeout(setTimer, backoff(failures, Math.random()));
    failures += 1;
    return;
  }
  failures = 0;
  const queued = submissions.filter(
    (found) => isReadable(found) && found.state === 'queued',
  );
  noteOverdue(queued);
  const waits = queued.map(({ dueAt }) => dueAt - Date.now());
  if (waits.length === 0) return;
  const wait = Math.max(Math.min(...waits), earliest);
  timer = setTimeout(wake, Math.min(wait, lookAgain));
}

/** A worker may accept and yet not deliver: then the page does it. */
function wake(): void {
  const isStuck = overdue && performance.now() - since >= stuckAfter;
  void (isStuck ? deliverHere({}) : requestDelivery());
  void setTimer(lookAgain);
}

/**
 * What should have been tried by now, by id and attempts, and since when that is
 * the same: for long, and the worker is stuck.
 */
let overdue: string | undefined;
let since = 0;

function noteOverdue(queued: readonly Submission[]): void {
  const found = queued
    .filter(({ dueAt }) => dueAt <= Date.now())
    .map(({ id, attempts }) => `${id} ${attempts}`)
    .join();
  if (found === overdue) return;
  overdue = found;
  since = performance.now();
}
