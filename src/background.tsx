import { type ComponentType, useEffect, useState } from 'react';
import { untilIdle } from './idle.ts';

/** Brings what the first view does not need, once the page is idle. */
export function Background() {
  const [Notices, setNotices] = useState<ComponentType>();
  useEffect(() => {
    whenIdle(() => bring((Component) => setNotices(() => Component)));
  }, []);
  return Notices && <Notices />;
}

/** Takes another try where the connection is bad, or the page is being left. */
async function bring(show: (Notices: ComponentType) => void): Promise<void> {
  try {
    const { Notices } = await import('./notices.tsx');
    show(Notices);
  } catch {
    setTimeout(bring, 5000, show);
  }
}

function whenIdle(work: () => void): void {
  const idle = () => untilIdle(5000).then(work);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
