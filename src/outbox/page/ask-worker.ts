import type { DeliveryOptions } from '../delivery.ts';
import { createDeliverMessage } from '../messages.ts';
import type { Platform } from '../platform.ts';

/** Milliseconds after which a worker that has not answered counts as broken. */
const answerTimeout = 5000;

type Worker = Pick<ServiceWorker, 'postMessage'>;

/** Resolves with the site's active worker, if there is one. */
export async function findActiveWorker(
  navigator: Navigator,
): Promise<Worker | null | undefined> {
  try {
    return (await navigator.serviceWorker.getRegistration())?.active;
  } catch {
    // The browser lacks or forbids service workers.
    return undefined;
  }
}

/** Asks the worker to deliver. Resolves with false if the worker does not answer. */
export function askToDeliver(
  worker: Worker,
  options: DeliveryOptions,
  platform: Platform,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();

    function finish(isAccepted: boolean): void {
      platform.clearTimeout(timer);
      port1.close();
      resolve(isAccepted);
    }

    const timer = platform.setTimeout(() => finish(false), answerTimeout);
    port1.onmessage = () => finish(true);
    worker.postMessage(createDeliverMessage(options), [port2]);
  });
}
