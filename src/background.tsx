import { type ComponentType, useEffect, useState } from 'react';

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
  const idle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(work, { timeout: 5000 })
      : setTimeout(work, 200);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
