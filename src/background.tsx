import { type ComponentType, useEffect, useState } from 'react';
import { untilIdle } from './idle.ts';

/** Brings what the first view does not need, once the page is idle. */
export function Background() {
  const [Notices, setNotices] = useState<ComponentType>();
  useEffect(() => {
    whenIdle(async () => {
      const { Notices } = await import('./notices.tsx');
      setNotices(() => Notices);
    });
  }, []);
  return Notices && <Notices />;
}

function whenIdle(work: () => void): void {
  const idle = () => untilIdle(5000).then(work);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
