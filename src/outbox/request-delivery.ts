import { loadChunk, prefetchChunk } from '../async/load-chunk.ts';
import {
  type DeliveryOptions,
  deliverMessage,
  type PageMessage,
} from './messages.ts';
import { missingCode, recordMissingCode } from './missing-code.ts';
import * as store from './store.ts';

/** A worker that has not answered by then is broken. */
const acceptedWithin = 5000;

/** Asks the worker to deliver, or does it here where there is no worker. */
export async function requestDelivery(
  options: DeliveryOptions = {},
): Promise<void> {
  const worker = await activeWorker().catch(() => undefined);
  if (worker && (await isAccepted(worker, deliverMessage(options)))) return;
  await deliverHere(options);
}

/** Rejects where the browser lacks or forbids workers. */
async function activeWorker() {
  return (await navigator.serviceWorker.getRegistration())?.active;
}

function isAccepted(
  worker: ServiceWorker,
  message: PageMessage,
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

/** Delivers in this page, where anything waits; never throws. */
export async function deliverHere(options: DeliveryOptions): Promise<void> {
  try {
    if ((await store.keys()).length === 0) return;
    const { runDelivery } = await loadDelivery();
    await runDelivery(options);
  } catch {
    // Nothing is lost: the next trigger tries again.
  }
}

export async function loadDelivery(): Promise<
  typeof import('./run-delivery.ts')
> {
  const failure = missingCode('delivery');
  if (failure) throw failure;
  try {
    return await loadChunk(
      'outbox/run-delivery',
      () => import('./run-delivery.ts'),
    );
  } catch (error) {
    recordMissingCode('delivery', error);
    throw error;
  }
}

/**
 * Where no worker will deliver, the code for it must be loaded before the network
 * goes: some browsers never load again what has failed to load once.
 */
export async function prepareDelivery(): Promise<void> {
  if (await activeWorker().catch(() => undefined)) return;
  await prefetchChunk('outbox/run-delivery')
    .catch(loadDelivery)
    .catch(() => undefined);
}
