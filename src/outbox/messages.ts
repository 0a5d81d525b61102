import type { DeliveryOptions } from './delivery.ts';

/** A page's message to a worker, which may be of another release. */
export type PageMessage =
  /** Delivery options, under the names that every release understands. */
  | { type: 'deliver'; now?: boolean; failedToo?: boolean }
  /** Sent to the active worker before a new version replaces that worker. */
  | { type: 'make way' }
  /** Sent by workbox-window to the waiting worker. */
  | { type: 'SKIP_WAITING' };

export const prepareForUpdateMessage: PageMessage = { type: 'make way' };

export function createDeliverMessage({
  ignoreBackoff = false,
  retryRefused = false,
}: DeliveryOptions): PageMessage {
  return { type: 'deliver', now: ignoreBackoff, failedToo: retryRefused };
}
