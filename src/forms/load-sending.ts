import { loadChunk } from '../async/load-chunk.ts';

type Sending = typeof import('./sending.ts');

let sending: Sending | undefined;

/**
 * Loads what sending needs; a page that is offline has it from the worker.
 * Throws a ChunkFailure, and tries anew when called again.
 */
export async function loadSending(): Promise<Sending> {
  sending ??= await loadChunk('forms/sending', () => import('./sending.ts'));
  return sending;
}

/** The same at once, where it is loaded. */
export function loadedSending(): Sending | undefined {
  return sending;
}
