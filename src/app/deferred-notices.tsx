import { useEffect, useState } from 'react';
import { firstDownloadDelay, getBackoff } from '../async/backoff.ts';
import { loadChunk, prefetchChunk } from '../async/load-chunk.ts';
import { ChunkFailure } from '../async/script-files.ts';
import { wait } from '../async/timeout.ts';
import { showFailure } from '../boot/show-failure.ts';
import { chunkFailureTexts } from '../content/failures.ts';
import { noticesChunk } from '../submissions/missing-code.ts';

type NoticesModule = typeof import('./notices.tsx');

/** Milliseconds after which the notices load, although the page is not idle. */
const idleTimeout = 5000;

/** Renders the notices once the page is idle, because the first view needs no notices. */
export function DeferredNotices() {
  const [module, setModule] = useState<NoticesModule>();
  useEffect(() => {
    // A prefetch has a low priority, so the download need not wait for idle time.
    prefetchChunk(noticesChunk).catch(() => undefined);
    void whenIdle().then(loadNotices).then(setModule);
  }, []);
  return module && <module.Notices />;
}

async function whenIdle(): Promise<unknown> {
  if (document.readyState !== 'complete') {
    const loadEvent = new Promise((done) => addEventListener('load', done));
    // An image that never finishes loading must not block delivery.
    await Promise.race([loadEvent, wait(idleTimeout)]);
  }

  // Safari has no requestIdleCallback.
  const fallbackDelay = 200;
  if (!('requestIdleCallback' in window)) return wait(fallbackDelay);

  return new Promise((resolve) =>
    requestIdleCallback(resolve, { timeout: idleTimeout }),
  );
}

/**
 * Retries until the code loads. If a release has deleted the file, offers a
 * reload of the page and resolves with undefined.
 */
async function loadNotices(): Promise<NoticesModule | undefined> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await loadChunk(noticesChunk, () => import('./notices.tsx'));
    } catch (error) {
      if (error instanceof ChunkFailure && error.kind === 'missing') {
        showFailure(`${chunkFailureTexts.title}: missing, ${error.address}`);
        return undefined;
      }
      await wait(getBackoff(failures, { firstDelay: firstDownloadDelay }));
    }
  }
}
