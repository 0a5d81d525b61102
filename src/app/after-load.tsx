import { type ComponentType, useEffect, useState } from 'react';
import { untilIdle } from '../async/idle.ts';
import { loadChunk } from '../async/load-chunk.ts';

const retryAfter = 5000;

/** Brings what the first view does not need, once the page is idle. */
export function AfterLoad() {
  const [Notices, setNotices] = useState<ComponentType>();
  useEffect(() => {
    whenIdle(() => bring((Component) => setNotices(() => Component)));
  }, []);
  return Notices && <Notices />;
}

/** Tries again where the connection is bad, or the page is being left. */
async function bring(show: (Notices: ComponentType) => void): Promise<void> {
  try {
    const { Notices } = await loadChunk(
      'app/notices',
      () => import('./notices.tsx'),
    );
    show(Notices);
  } catch {
    setTimeout(bring, retryAfter, show);
  }
}

function whenIdle(work: () => void): void {
  const idle = () => untilIdle(5000).then(work);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
