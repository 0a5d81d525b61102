import { loadAnew, loaded } from '../async/load-chunk.ts';

type Sending = typeof import('./sending.ts');

let sending: Sending | undefined;
let failed = false;

/**
 * Loads what sending needs; a page that is offline has it from the worker.
 * Throws a ChunkFailure, and tries anew when called again.
 */
export async function loadSending(): Promise<Sending> {
  try {
    sending ??= await (failed ? loadAnew<Sending>('sending') : load());
    return sending;
  } catch (error) {
    failed = true;
    throw error;
  }
}

/** The same at once, where it is loaded. */
export function loadedSending(): Sending | undefined {
  return sending;
}

function load(): Promise<Sending> {
  return loaded('sending', import('./sending.ts'));
}
