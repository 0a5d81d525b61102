import { ChunkFailure } from '../async/load-chunk.ts';
import { createSignal } from '../async/signal.ts';

type ChunkName = 'delivery' | 'triggers';

const { subscribe, notify } = createSignal();

export { subscribe as onMissingCode };

const failures = new Map<ChunkName, ChunkFailure>();

/** Records an error that only a reload mends: the server no longer has the chunk. */
export function recordMissingCode(chunk: ChunkName, error: unknown): void {
  if (!(error instanceof ChunkFailure && error.kind === 'missing')) return;
  failures.set(chunk, error);
  notify();
}

export function findChunkFailure(chunk: ChunkName): ChunkFailure | undefined {
  return failures.get(chunk);
}

/** Whether delivery is impossible until the page is reloaded. */
export function needsReload(): boolean {
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  return failures.has('triggers') || (failures.has('delivery') && !hasWorker);
}
