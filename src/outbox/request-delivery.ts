import { loadChunk, prefetchChunk } from '../async/load-chunk.ts';
import { createDeliverMessage, type DeliveryOptions } from './messages.ts';
import { findChunkFailure, recordMissingCode } from './missing-code.ts';
import * as store from './store.ts';

const chunk = 'outbox/run-delivery';
/** Milliseconds after which a worker that has not answered counts as broken. */
const answerTimeout = 5000;

/** Requests delivery from the worker, or delivers in the page if no worker accepts. */
export async function requestDelivery(options: DeliveryOptions = {}) {
  const worker = await findActiveWorker();
  if (!worker || !(await acceptsDelivery(worker, options)))
    await deliverInPage(options);
}

async function findActiveWorker(): Promise<ServiceWorker | null | undefined> {
  try {
    return (await navigator.serviceWorker.getRegistration())?.active;
  } catch {
    // The browser lacks or forbids service workers.
    return;
  }
}

function acceptsDelivery(worker: ServiceWorker, options: DeliveryOptions) {
  return new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const finish = (isAccepted: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(isAccepted);
    };
    const timer = setTimeout(finish, answerTimeout, false);
    port1.onmessage = () => finish(true);
    worker.postMessage(createDeliverMessage(options), [port2]);
  });
}

/** Delivers in this page if any submission waits. Never throws. */
export async function deliverInPage(options: DeliveryOptions): Promise<void> {
  try {
    if ((await store.listIds()).length === 0) return;
    const { runDelivery } = await loadDeliveryCode();
    await runDelivery(options);
  } catch {
    // The next trigger tries again.
  }
}

export async function loadDeliveryCode() {
  const failure = findChunkFailure('delivery');
  if (failure) throw failure;
  const load = () => import('./run-delivery.ts');
  return loadChunk(chunk, load).catch((error: unknown) => {
    recordMissingCode('delivery', error);
    throw error;
  });
}

/** Downloads the code early, because some browsers never retry a failed import. */
export async function prefetchDeliveryCode(): Promise<void> {
  if (await findActiveWorker()) return;
  await prefetchChunk(chunk)
    .catch(loadDeliveryCode)
    .catch(() => undefined);
}
