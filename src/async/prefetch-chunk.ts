import { addressOf, link } from './load-chunk.ts';

/**
 * Brings a chunk that may be needed when the network is gone, without running
 * it; throws where it does not come, or where the browser can't do that.
 */
export async function prefetchChunk(name: string): Promise<void> {
  const rel = 'modulepreload';
  const address = addressOf(name);
  if (!address || !document.createElement('link').relList.supports(rel)) {
    throw new Error(`Can't be fetched ahead: ${name}`);
  }
  await link(rel, address);
}
