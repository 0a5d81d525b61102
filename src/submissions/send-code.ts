import {
  isChunkMissing,
  loadChunk,
  prefetchChunk,
} from '../async/load-chunk.ts';
import type { Outcome } from '../outbox/delivery.ts';
import { findActiveWorker } from '../outbox/page/worker.ts';
import type { Submission } from '../outbox/submission.ts';
import { sendChunk } from './missing-code.ts';

/** Loads the code that sends, which most pages leave to the worker. */
export async function loadSendCode() {
  // The server has answered, so another request would bring no code either.
  if (isChunkMissing(sendChunk)) throw new Error('No code to send');
  return loadChunk(sendChunk, () => import('./send.ts'));
}

/** Sends a submission from this page. */
export async function sendFromPage(submission: Submission): Promise<Outcome> {
  const code = await loadSendCode().catch(() => undefined);
  if (!code) return { kind: 'later', error: 'no-code' };
  return code.send(submission);
}

/** Downloads the code early, because some browsers never retry a failed import. */
export async function prefetchSendCode(): Promise<void> {
  if (await findActiveWorker(navigator)) return;
  try {
    await prefetchChunk(sendChunk);
  } catch {
    await loadSendCode().catch(() => undefined);
  }
}
