import { loadChunk } from '../async/load-chunk.ts';

type Submitting = typeof import('./submitting.ts');

let submitting: Submitting | undefined;

/**
 * Loads what a submit needs; a page that is offline has it from the worker.
 * Throws a ChunkFailure, and tries anew when called again.
 */
export async function loadSubmitting(): Promise<Submitting> {
  submitting ??= await loadChunk(
    'forms/submitting',
    () => import('./submitting.ts'),
  );
  return submitting;
}

/** The same at once, where it is loaded. */
export function loadedSubmitting(): Submitting | undefined {
  return submitting;
}
