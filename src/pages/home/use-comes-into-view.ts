import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether a place below the first view has come into view. Not where it was in
 * view before there was a script: nothing that is read then is taken back.
 */
export function useComesIntoView(): {
  place: RefObject<HTMLDivElement | null>;
  hasCome: boolean;
} {
  const place = useRef<HTMLDivElement>(null);
  const [hasCome, setHasCome] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    let isFirst = true;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      const isRead = isFirst && entry.boundingClientRect.top < innerHeight;
      isFirst = false;
      if (isRead || entry.isIntersecting) observer.disconnect();
      if (!isRead && entry.isIntersecting) setHasCome(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return { place, hasCome };
}
