/// <reference lib="webworker" />
import { Queue } from 'workbox-background-sync';
import { clientsClaim } from 'workbox-core';

// As https://developer.chrome.com/docs/workbox/modules/workbox-background-sync shows
// for the class Queue, with its rule for 5xx.

declare const self: ServiceWorkerGlobalScope;

const tenYears = 10 * 365 * 24 * 60;
const queue = new Queue('messageQueue', { maxRetentionTime: tenYears });

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST')
    event.respondWith(sendOrQueue(event.request));
});

async function sendOrQueue(request: Request): Promise<Response> {
  try {
    const response = await fetch(request.clone());
    if (response.status >= 500) throw new Error('Server error');
    return response;
  } catch {
    // Without this answer the page could not know that the request is stored.
    await queue.pushRequest({ request });
    return new Response(null, { status: 202 });
  }
}

void self.skipWaiting();
clientsClaim();
