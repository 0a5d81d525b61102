import { Queue } from 'workbox-background-sync';

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

declare const self: EventTarget & {
  skipWaiting(): void;
  clients: { claim(): Promise<void> };
};

/** As its documentation shows it: what can't be sent now is sent later. */
const queue = new Queue('pear');

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) =>
  (event as Lasting).waitUntil(self.clients.claim()),
);
self.addEventListener('fetch', (event) => {
  const { request } = event as Fetching;
  if (request.method !== 'POST') return;
  (event as Fetching).respondWith(sendOrQueue(request));
});
self.addEventListener('message', (event) =>
  (event as Lasting).waitUntil(queue.replayRequests()),
);

async function sendOrQueue(request: Request): Promise<Response> {
  try {
    return await fetch(request.clone());
  } catch {
    await queue.pushRequest({ request });
    return new Response(null, { status: 202 });
  }
}
