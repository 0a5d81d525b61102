import { workerIsWithdrawn } from '../env.ts';
import {
  type DeliveryOptions,
  readMessage,
  syncTag,
  type WorkerAnswer,
} from '../outbox/messages.ts';
import { runDelivery } from '../outbox/run-delivery.ts';
import { listUnsent } from '../outbox/store.ts';
import { answerNavigation } from './answer-navigation.ts';
import { fetchAndStore, fromCache, inTime, isOurs } from './file-cache.ts';
import { isFile } from './find-page.ts';
import { install, retryAltered } from './install.ts';
import { deleteOlderFiles, recordOlderClients } from './older-clients.ts';
import { unregister } from './unregister.ts';

declare const self: ServiceWorkerGlobalScope;

if (workerIsWithdrawn) unregister();
else serve();

function serve(): void {
  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  self.addEventListener('fetch', answer);
  self.addEventListener('message', (event) => event.waitUntil(handle(event)));
  self.addEventListener('sync', (event) => event.waitUntil(sync(event)));
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  // A picture's address may name a part of the picture.
  url.hash = '';
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !isFile(url)) {
    event.respondWith(answerNavigation(url, request));
    event.waitUntil(deleteOlderFiles().then(retryAltered));
  } else if (!request.headers.has('range') && isOurs(url)) {
    // A script that has failed is requested past all copies of it.
    const find = request.cache === 'reload' ? fetchAndStore : fromCache;
    event.respondWith(find(url.pathname, request));
  }
}

async function takeOver(): Promise<void> {
  await inTime(recordOlderClients());
  await self.clients.claim();
  // Not awaited: navigations wait until the worker is active.
  void deliverQuietly();
}

async function handle(event: ExtendableMessageEvent): Promise<void> {
  const message = readMessage(event.data);
  switch (message?.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'make way':
      return replace();
    case 'deliver': {
      event.ports[0]?.postMessage('accepted' satisfies WorkerAnswer);
      const { now: ignoreBackoff, failedToo: retryFailed } = message;
      const delivery = deliverQuietly({ ignoreBackoff, retryFailed });
      await Promise.race([delivery, replaced]);
    }
  }
}

let replace: () => void;
/**
 * A new version becomes active only when this one has nothing left to do: then
 * what is under way is left to the new one, which sends it again.
 */
const replaced = new Promise<void>((resolve) => {
  replace = resolve;
});

/** What can't be done now stays in the outbox for the next trigger. */
async function deliverQuietly(options?: DeliveryOptions) {
  const waiting = await runDelivery(options).catch(() => undefined);
  try {
    // With no page open nobody else keeps the installed app's badge true.
    await navigator.setAppBadge?.((await listUnsent()).length);
  } catch {
    // It is an extra.
  }
  return waiting;
}

/**
 * A rejected event is repeated by the browser a few times; after the last one
 * only a new registration brings another.
 */
async function sync({ tag, lastChance }: SyncEvent): Promise<void> {
  if (tag !== syncTag) return;
  const delivery = deliverQuietly({ ignoreBackoff: true });
  const waiting = await Promise.race([delivery, replaced]);
  // What can't even be read is still waiting.
  if (waiting === 0) return;
  if (lastChance) await self.registration.sync?.register(syncTag);
  throw new Error(`${waiting ?? 'Some'} still waiting`);
}
