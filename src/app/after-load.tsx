import { useEffect, useState } from 'react';
import { backoff } from '../async/backoff.ts';
import { ChunkFailure, loadChunk, prefetchChunk } from '../async/load-chunk.ts';
import { showFailure } from '../boot/reload.ts';
import { chunkFailure as words } from '../content/failures.ts';
import { recordMissingCode } from '../outbox/missing-code.ts';

type NoticesModule = typeof import('./notices.tsx');

const chunk = 'app/notices';
const longestWait = 5000;
/** The first retry comes after four to eight seconds. */
const firstRetry = 3;
const longestRetry = 60_000;

/** Renders what the first view does not need, once the page is idle. */
export function AfterLoad() {
  const [code, setCode] = useState<NoticesModule>();
  useEffect(() => {
    // The download takes nothing from the page, and waits for no idle moment.
    prefetchChunk(chunk).catch(() => undefined);
    void whenIdle().then(load).then(setCode);
  }, []);
  return code && <code.Notices />;
}

async function whenIdle(): Promise<number> {
  if (document.readyState !== 'complete') {
    const load = new Promise((go) => addEventListener('load', go));
    // A picture that hangs must not keep messages from being sent.
    await Promise.race([load, wait(longestWait)]);
  }
  await new Promise((go) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(go, { timeout: longestWait })
      : setTimeout(go, 200),
  );
  return firstRetry;
}

/**
 * Tries again until the code loads. If a release has removed the file, resolves
 * with undefined and offers the reload that brings the new release.
 */
async function load(retry: number): Promise<NoticesModule | undefined> {
  try {
    return await loadChunk(chunk, () => import('./notices.tsx'));
  } catch (error) {
    if (error instanceof ChunkFailure && error.kind === 'missing') {
      recordMissingCode('triggers', error);
      showFailure(`${words.title}: missing, ${error.address}`, words.reload);
      return undefined;
    }
    await wait(backoff(retry, longestRetry));
    return load(retry + 1);
  }
}

function wait(milliseconds: number): Promise<unknown> {
  return new Promise((go) => setTimeout(go, milliseconds));
}
