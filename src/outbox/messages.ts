/** What delivery is asked to do beyond what is due. */
export interface DeliveryOptions {
  /** Do not wait for the next due time. */
  ignoreBackoff?: boolean | undefined;
  /** Give what was refused one more try. */
  retryFailed?: boolean | undefined;
}

/** What a page says to a worker, which may be of another version. */
export type PageMessage =
  /** The options, in the words of all versions. */
  | { type: 'deliver'; now?: boolean; failedToo?: boolean }
  /** A new version is about to take over. */
  | { type: 'make way' }
  /** From workbox-window, to a new worker that waits its turn. */
  | { type: 'SKIP_WAITING' };

/** What the worker answers when it is asked to deliver. */
export type WorkerAnswer = 'accepted';

export const syncTag = 'pear-outbox';

export const prepareForUpdate: PageMessage = { type: 'make way' };

export function deliverMessage({
  ignoreBackoff = false,
  retryFailed = false,
}: DeliveryOptions): PageMessage {
  return { type: 'deliver', now: ignoreBackoff, failedToo: retryFailed };
}

/** Takes what came with a message event; anything but ours is undefined. */
export function readMessage(data: unknown): PageMessage | undefined {
  const { type } = (data ?? {}) as Partial<PageMessage>;
  const isKnown =
    type === 'deliver' || type === 'make way' || type === 'SKIP_WAITING';
  return isKnown ? (data as PageMessage) : undefined;
}
