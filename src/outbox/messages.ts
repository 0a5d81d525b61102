import type { Eagerness } from './delivery.ts';

/** Asks the worker to deliver. */
export interface DeliverMessage extends Eagerness {
  type: 'deliver';
}

/** The name of the Background Sync registration. */
export const syncTag = 'pear-outbox';

export function isDeliverMessage(data: unknown): data is DeliverMessage {
  return (data as DeliverMessage | null)?.type === 'deliver';
}

/** What workbox-window sends to a new worker that waits its turn. */
export function isTakeOverMessage(data: unknown): boolean {
  return (data as { type?: unknown } | null)?.type === 'SKIP_WAITING';
}
