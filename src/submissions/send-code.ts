import { loadChunk, prefetchChunk } from '../async/load-chunk.ts';
import type { Outcome } from '../outbox/delivery.ts';
import { findActiveWorker } from '../outbox/page/worker.ts';
import type { Submission } from '../outbox/submission.ts';
import { findChunkFailure, recordMissingCode } from './missing-code.ts';

const chunk = 'submissions/send';

/** Loads the code that sends, which most pages leave to the worker. */
export async function loadSendCode() {
  const failure = findChunkFailure('delivery');
  if (failure) throw failure;

  try {
    return await loadChunk(chunk, () => import('./send.ts'));
  } catch (error) {
    recordMissingCode('delivery', error);
    throw error;
  }
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
    await prefetchChunk(chunk);
  } catch {
    await loadSendCode().catch(() => undefined);
  }
}
