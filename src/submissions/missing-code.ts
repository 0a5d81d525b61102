import { isChunkMissing } from '../async/load-chunk.ts';

/** The chunk that sends in a page without a worker. */
export const sendChunk = 'submissions/send';
/** The chunk that shows notices, and requests delivery when it may succeed. */
export const noticesChunk = 'app/notices';

/** Whether delivery is impossible until the page is reloaded. */
export function needsReload(): boolean {
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  const canSend = hasWorker || !isChunkMissing(sendChunk);
  return isChunkMissing(noticesChunk) || !canSend;
}
