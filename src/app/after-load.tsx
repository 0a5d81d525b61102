import { type ComponentType, useEffect, useState } from 'react';
import { untilIdle } from '../async/idle.ts';
import { loadAnew, loaded } from '../async/load-chunk.ts';

type Module = typeof import('./notices.tsx');

/** Brings what the first view does not need, once the page is idle. */
export function AfterLoad() {
  const [Notices, setNotices] = useState<ComponentType>();
  useEffect(() => {
    whenIdle(() => bring((Component) => setNotices(() => Component)));
  }, []);
  return Notices && <Notices />;
}

/** Takes another try where the connection is bad, or the page is being left. */
async function bring(
  show: (Notices: ComponentType) => void,
  code = () => loaded<Module>('notices', import('./notices.tsx')),
): Promise<void> {
  try {
    show((await code()).Notices);
  } catch {
    setTimeout(bring, 5000, show, () => loadAnew<Module>('notices'));
  }
}

function whenIdle(work: () => void): void {
  const idle = () => untilIdle(5000).then(work);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
