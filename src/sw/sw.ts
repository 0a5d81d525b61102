/// <reference path="./sync-event.d.ts" />
/// <reference path="../outbox/sync.d.ts" />
import { workerIsWithdrawn } from '../env.ts';
import {
  isDeliverMessage,
  isTakeOverMessage,
  syncTag,
} from '../outbox/messages.ts';
import { run } from '../outbox/run.ts';
import { answerTo } from './navigation.ts';
import { fromCache, install, isOurs, noteElders, tidy } from './precache.ts';
import { withdraw } from './withdraw.ts';

declare const self: ServiceWorkerGlobalScope;

if (workerIsWithdrawn) withdraw();
else serve();

function serve(): void {
  self.addEventListener('install', (event) => event.waitUntil(install(event)));
  self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  self.addEventListener('fetch', answer);
  self.addEventListener('message', (event) => event.waitUntil(hear(event)));
  self.addEventListener('sync', (event) => event.waitUntil(sync(event)));
}

function answer(event: FetchEvent): void {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    const reply = navigate(url);
    if (reply) event.respondWith(reply);
    event.waitUntil(tidy());
  } else if (!request.headers.has('range') && isOurs(url)) {
    event.respondWith(fromCache(url.pathname));
  }
}

function navigate(url: URL): Promise<Response> | undefined {
  const found = answerTo(url);
  if (!found) return undefined;
  if (found.kind === 'page') return page(found.path, found.status);
  const target = new URL(found.to, url.origin);
  return Promise.resolve(Response.redirect(target.href, 301));
}

async function page(path: string, status: number): Promise<Response> {
  const copy = await fromCache(path);
  if (copy.status === status || !copy.ok) return copy;
  return new Response(copy.body, { status, headers: copy.headers });
}

async function takeOver(): Promise<void> {
  await noteElders();
  await self.clients.claim();
  await deliverQuietly();
}

async function hear({ data, ports }: ExtendableMessageEvent): Promise<void> {
  if (isTakeOverMessage(data)) await self.skipWaiting();
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
