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

/** Tells the active worker that a new version is about to take over. */
export const makeWay = { type: 'make way' };

export function isMakeWayMessage(data: unknown): boolean {
  return (data as { type?: unknown } | null)?.type === makeWay.type;
}

/** What workbox-window sends to a new worker that waits its turn. */
export function isTakeOverMessage(data: unknown): boolean {
  return (data as { type?: unknown } | null)?.type === 'SKIP_WAITING';
}
