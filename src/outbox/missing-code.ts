import { ChunkFailure } from '../async/load-chunk.ts';
import { createSignal } from '../async/signal.ts';

type Chunk = 'delivery' | 'triggers';

const { subscribe, notify } = createSignal();

export { subscribe as onMissingCode };

const missing = new Map<Chunk, ChunkFailure>();

/** Records the error if the server no longer has the chunk, so only a reload helps. */
export function recordMissingCode(chunk: Chunk, error: unknown): void {
  if (!(error instanceof ChunkFailure && error.kind === 'missing')) return;
  missing.set(chunk, error);
  notify();
}

export function findChunkFailure(chunk: Chunk): ChunkFailure | undefined {
  return missing.get(chunk);
}

/** Whether delivery is impossible until the page is reloaded. */
export function needsReload(): boolean {
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  return missing.has('triggers') || (missing.has('delivery') && !hasWorker);
}
