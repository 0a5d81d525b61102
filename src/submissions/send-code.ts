import {
  isChunkMissing,
  loadChunk,
  prefetchChunk,
} from '../async/load-chunk.ts';
import type { Send } from '../outbox/delivery.ts';
import { findActiveWorker } from '../outbox/page/worker.ts';
import { sendChunk } from './missing-code.ts';

/** Loads the function that sends. Most pages leave the sending to the worker. */
export async function loadSend(): Promise<Send> {
  // The server has answered, so another request would bring no code either.
  if (isChunkMissing(sendChunk)) throw new Error('No code to send');
  const { send } = await loadChunk(sendChunk, () => import('./send.ts'));
  return send;
}

/** Downloads the code early, because some browsers never retry a failed import. */
export async function prefetchSendCode(): Promise<void> {
  if (await findActiveWorker(navigator)) return;
  try {
    await prefetchChunk(sendChunk);
  } catch {
    await loadSend().catch(() => undefined);
  }
}
