import { useEffect, useState } from 'react';
import { loadChunk } from '../async/load-chunk.ts';

/** So long each step may take, and a failed one waits. */
const stepLimit = 5000;

/** Brings what the first view does not need, once the page is idle. */
export function AfterLoad() {
  const [code, setCode] = useState<typeof import('./notices.tsx')>();
  useEffect(() => void bringWhenIdle().then(setCode), []);
  return code && <code.Notices />;
}

async function bringWhenIdle() {
  if (document.readyState !== 'complete') {
    const load = new Promise((go) => addEventListener('load', go));
    // A picture that hangs must not keep messages from being sent.
    await Promise.race([load, pause()]);
  }
  await new Promise((go) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(go, { timeout: stepLimit })
      : setTimeout(go, 200),
  );
  return bring();
}

/** Tries again where the connection is bad, or the page is being left. */
function bring(): Promise<typeof import('./notices.tsx')> {
  return loadChunk('app/notices', () => import('./notices.tsx')).catch(() =>
    pause().then(bring),
  );
}

function pause(): Promise<unknown> {
  return new Promise((go) => setTimeout(go, stepLimit));
}
