import { isChunkMissing } from '../async/load-chunk.ts';

/** The chunk that sends in a page without a worker. */
export const sendChunk = 'submissions/send';
/** The chunk that requests delivery when it may succeed. */
let triggersChunk = '';

/** The room that loads the delivery triggers names their chunk. */
export function setTriggersChunk(name: string): void {
  triggersChunk = name;
}

/** Whether delivery is impossible until the page is reloaded. */
export function needsReload(): boolean {
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  const canSend = hasWorker || !isChunkMissing(sendChunk);
  return isChunkMissing(triggersChunk) || !canSend;
}
