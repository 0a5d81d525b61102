import { createDelivery, type Send } from './delivery.ts';
import { createParts } from './parts.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { isEmpty, listReadable } from './transactions.ts';

export interface WorkerOutboxOptions {
  /** The name of the pages' outbox. */
  name: string;
  send: Send;
  platform?: Platform | undefined;
}

/**
 * Creates the outbox of a worker, which delivers what pages have stored. README.md shows
 * how to use it.
 */
export function createWorkerOutbox({
  name,
  send,
  platform = browserPlatform,
}: WorkerOutboxOptions) {
  const parts = createParts(name, platform);
  const { deliver } = createDelivery(parts, send);

  return {
    deliver,
    /** Returns the submissions that this version can read, oldest first. */
    listReadable: () => parts.database.read(listReadable),
    isEmpty: () => parts.database.read(isEmpty),
  };
}
