import {
  isChunkMissing,
  loadChunk,
  prefetchChunk,
} from '../async/load-chunk.ts';
import { findActiveWorker } from '../outbox/page/ask-worker.ts';
import type { DeliveryCode } from '../outbox/page/operations.ts';
import { sendChunk } from './missing-code.ts';

/** Loads the code that delivers. Most pages leave the delivery to the worker. */
export async function loadDelivery(): Promise<DeliveryCode> {
  // The server has answered, so another request would bring no code either.
  if (isChunkMissing(sendChunk)) throw new Error('No code to send');
  return loadChunk(sendChunk, () => import('./send.ts'));
}

/** Downloads the code early, because some browsers never retry a failed import. */
export async function prefetchSendCode(): Promise<void> {
  if (await findActiveWorker(navigator)) return;
  try {
    await prefetchChunk(sendChunk);
  } catch {
    await loadDelivery().catch(() => undefined);
  }
}
