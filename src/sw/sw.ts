/// <reference path="./sync-event.d.ts" />
/// <reference path="../outbox/sync.d.ts" />
import {
  addPlugins,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
} from 'workbox-precaching';
import { isDeliverMessage, syncTag } from '../outbox/messages.ts';
import { run } from '../outbox/run.ts';
import { notFound } from '../routes.ts';
import { answerTo } from './navigation.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

addPlugins([{ cacheWillUpdate: keepGood }]);
precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('fetch', answer);
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => event.waitUntil(hear(event)));
self.addEventListener('sync', (event) => event.waitUntil(sync(event)));

/** Hosting may answer the 404 page with its status; anything else is 200. */
async function keepGood({
  request,
  response,
}: {
  request: Request;
  response: Response;
}): Promise<Response | null> {
  const is404Page = new URL(request.url).pathname === notFound.path;
  const good =
    response.status === 200 || (is404Page && response.status === 404);
  return good ? response : null;
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    const reply = navigate(url, request);
    if (reply) event.respondWith(reply);
  } else if (getCacheKeyForURL(url.href) && !request.headers.has('range')) {
    event.respondWith(fromPrecache(request.url, request));
  }
}

function navigate(url: URL, request: Request): Promise<Response> | undefined {
  const found = answerTo(url);
  if (!found) return undefined;
  if (found.kind === 'redirect') {
    return Promise.resolve(
      Response.redirect(new URL(found.to, url.origin).href, 301),
    );
  }
  return fromPrecache(found.path, request, found.status);
}

/** The network stands in where the browser has evicted the copy. */
async function fromPrecache(
  path: string,
  request: Request,
  status = 200,
): Promise<Response> {
  const copy = await matchPrecache(path);
  if (!copy) return fetch(request);
  if (copy.status === status) return copy;
  return new Response(copy.body, { status, headers: copy.headers });
}

async function takeOver(): Promise<void> {
  await self.clients.claim();
  await deliverQuietly();
}

async function hear({ data, ports }: ExtendableMessageEvent): Promise<void> {
  if (!isDeliverMessage(data)) return;
  ports[0]?.postMessage('accepted');
  await deliverQuietly(data);
}

/** What can't be done now stays in the outbox for the next trigger. */
async function deliverQuietly(...eagerness: Parameters<typeof run>) {
  await run(...eagerness).catch(() => undefined);
}

/**
 * A rejected event is repeated by the browser a few times; after the last one
 * only a new registration brings another.
 */
async function sync({ tag, lastChance }: SyncEvent): Promise<void> {
  if (tag !== syncTag) return;
  const waiting = await run({ now: true });
  if (waiting === 0) return;
  if (lastChance) await self.registration.sync?.register(syncTag);
  throw new Error(`${waiting} still waiting`);
}
