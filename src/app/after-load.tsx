import { untilIdle } from '../async/idle.ts';
import { loadChunk } from '../async/load-chunk.ts';
import { useLoaded } from '../components/use-loaded.ts';

/** So long each step may take, and a failed one waits. */
const stepLimit = 5000;

/** Brings what the first view does not need, once the page is idle. */
export function AfterLoad() {
  const Notices = useLoaded(bringWhenIdle)?.Notices;
  return Notices && <Notices />;
}

async function bringWhenIdle() {
  if (document.readyState !== 'complete') {
    await new Promise((go) => {
      addEventListener('load', go);
      // A picture that hangs must not keep messages from being sent.
      setTimeout(go, stepLimit);
    });
  }
  await untilIdle(stepLimit);
  return bring();
}

/** Tries again where the connection is bad, or the page is being left. */
async function bring(): Promise<typeof import('./notices.tsx')> {
  try {
    return await loadChunk('app/notices', () => import('./notices.tsx'));
  } catch {
    await new Promise((go) => setTimeout(go, stepLimit));
    return bring();
  }
}
