import { createDeferred } from '../async/deferred.ts';
import { isWorkerWithdrawn } from '../env.ts';
import { createWorkerOutbox } from '../outbox/create-worker-outbox.ts';
import type { DeliveryOptions } from '../outbox/delivery.ts';
import { acceptDeliverMessage } from '../outbox/messages.ts';
import { outboxName, syncTag } from '../submissions/outbox-name.ts';
import { send } from '../submissions/send.ts';
import type { UpdateMessage } from '../submissions/update-messages.ts';
import { findAnswer } from './answer-request.ts';
import { tryDisk } from './file-cache.ts';
import {
  beginVisit,
  countVisit,
  hasSteppedAside,
  readSteppedAside,
} from './gone-site.ts';
import { install, retryAlteredFiles } from './install.ts';
import { cachePrefix } from './offline-cache.ts';
import { deleteOlderFiles, recordOlderClients } from './older-clients.ts';
import { removeWorker, unregister } from './unregister.ts';

// A new worker stores the files of its version (`install`), and then waits. When a
// visitor accepts the update, the page sends 'make way' to the old worker, whose events
// then end, because a worker with an open event cannot be replaced. The page also sends
// 'SKIP_WAITING' to the new worker, which takes over all tabs (`activate`). The cache
// keeps the older files until every tab of the older version is closed or reloaded.
//
// If the site is gone, the worker steps aside (gone-site.ts): it answers no requests, and
// removes itself when no submission waits.

declare const self: ServiceWorkerGlobalScope;

const outbox = createWorkerOutbox({ name: outboxName, send });

/** Is resolved by the message 'make way'. Events then stop waiting for the delivery. */
const replaced = createDeferred();

if (isWorkerWithdrawn) unregister();
else serve();

function serve(): void {
  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  self.addEventListener('fetch', answer);
  self.addEventListener('message', (event) =>
    event.waitUntil(handleMessage(event)),
  );
  self.addEventListener('sync', (event) => event.waitUntil(handleSync(event)));
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  // The cache's keys have no fragment identifier.
  url.hash = '';
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;

  if (request.mode === 'navigate') {
    beginVisit();
    event.waitUntil(Promise.race([handleVisit(), replaced.promise]));
  }

  const getResponse = findAnswer(url, request);
  if (!getResponse || hasSteppedAside()) return;

  event.respondWith(
    readSteppedAside().then((isAside) =>
      isAside ? fetch(request) : getResponse(),
    ),
  );
}

async function handleVisit(): Promise<void> {
  if (await readSteppedAside()) {
    await countVisit();
    // The pages of another site request no delivery.
    await deliver({ ignoreBackoff: true, retryRefused: true });
  } else {
    const cleanup = deleteOlderFiles().then(retryAlteredFiles);
    await Promise.all([cleanup, countVisit()]);
  }
}

async function takeOver(): Promise<void> {
  await tryDisk(recordOlderClients());
  await self.clients.claim();
  // Not awaited, because navigations wait until the worker is active.
  void deliver();
}

async function handleMessage(event: ExtendableMessageEvent): Promise<void> {
  const options = acceptDeliverMessage(event);
  if (options) {
    await Promise.race([deliver(options), replaced.promise]);
    return;
  }

  const message: UpdateMessage | null | undefined = event.data;
  switch (message?.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'make way':
      return replaced.resolve();
    default:
      // Another release may send other messages, which this worker ignores.
      message satisfies null | undefined;
  }
}

/** Never throws, because the next trigger tries again. */
async function deliver(options?: DeliveryOptions): Promise<number | undefined> {
  const waitingCount = await outbox.deliver(options).catch(() => undefined);

  await updateBadge();
  if (waitingCount === 0) await removeIfAside();
  return waitingCount;
}

/** Shows the number of unsent submissions. Without an open page only the worker can. */
async function updateBadge(): Promise<void> {
  try {
    const unsent = await outbox.listReadable();
    await navigator.setAppBadge?.(unsent.length);
  } catch {
    // The badge is optional.
  }
}

/** Removes the worker if its site is gone, because nothing is left to deliver. */
async function removeIfAside(): Promise<void> {
  if (await readSteppedAside()) {
    await removeWorker((name) => name.startsWith(cachePrefix));
  }
}

/**
 * Rejects if submissions wait, so that the browser repeats the event. After the
 * last repetition only a new registration causes another event.
 */
async function handleSync({ tag, lastChance }: SyncEvent): Promise<void> {
  if (tag !== syncTag) return;

  const delivery = deliver({ ignoreBackoff: true });
  const waitingCount = await Promise.race([delivery, replaced.promise]);
  // `waitingCount` is undefined if the outbox is unreadable or this worker is being replaced.
  if (waitingCount === 0) return;

  if (lastChance) await self.registration.sync?.register(syncTag);
  throw new Error(`${waitingCount ?? 'Some'} still waiting`);
}
