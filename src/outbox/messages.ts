import type { DeliveryOptions } from './delivery.ts';

/**
 * A page's request to a worker, which may be of another release. Every release
 * understands these names.
 */
interface DeliverMessage {
  type: 'deliver';
  /** Whether to send queued submissions before their due time. */
  now: boolean;
  /** Whether to send refused submissions again. */
  failedToo: boolean;
}

export function createDeliverMessage({
  ignoreBackoff = false,
  retryRefused = false,
}: DeliveryOptions): DeliverMessage {
  return { type: 'deliver', now: ignoreBackoff, failedToo: retryRefused };
}

/** Answers a page's request in the worker. Returns undefined for any other message. */
export function acceptDeliverMessage({
  data,
  ports,
}: Pick<MessageEvent, 'data' | 'ports'>): DeliveryOptions | undefined {
  const { type, now, failedToo }: Partial<DeliverMessage> = Object(data);
  if (type !== 'deliver') return undefined;

  ports[0]?.postMessage('accepted');
  return { ignoreBackoff: now, retryRefused: failedToo };
}
