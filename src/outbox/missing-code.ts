import { ChunkFailure } from '../async/load-chunk.ts';
import { createSignal } from '../async/signal.ts';

type Code = 'delivery' | 'triggers';

const { subscribe, notify } = createSignal();

export { subscribe as onMissingCode };

const missing = new Map<Code, ChunkFailure>();

/**
 * Records that code could not be loaded because the server lacks the file: a
 * release has replaced that file, and only a reload brings the new one. Ignores
 * other failures, because a later attempt may succeed.
 */
export function recordMissingCode(code: Code, error: unknown): void {
  if (!(error instanceof ChunkFailure && error.kind === 'missing')) return;
  missing.set(code, error);
  notify();
}

/** Returns the failure of code that only a reload can bring. */
export function missingCode(code: Code): ChunkFailure | undefined {
  return missing.get(code);
}

/** Whether nothing sends what waits before the page is reloaded. */
export function needsReload(): boolean {
  const hasWorker = Boolean(navigator.serviceWorker?.controller);
  return missing.has('triggers') || (missing.has('delivery') && !hasWorker);
}
