/** Who asks the worker to deliver, and how eagerly. */
export interface DeliverMessage {
  type: 'deliver';
  /** Do not wait for the next due time. */
  now?: boolean;
  /** Give what was refused one more try. */
  failedToo?: boolean;
}

export const lockName = 'pear-outbox';
/** With a submission's id: the lock of who edits it. */
export const editLockPrefix = 'pear-edit-';
export const channelName = 'pear-outbox';
export const syncTag = 'pear-outbox';

/** The one message on the channel; whoever hears it reads the store. */
export const changed = 'changed';

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
