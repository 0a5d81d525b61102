import { type RefObject, useEffect, useRef, useState } from 'react';

const pause = 700;
const perLetter = 38;

/**
 * How much of a text is typed while its place comes into view. All of it
 * before any script runs and where motion is reduced.
 */
export function useTyping(length: number): {
  place: RefObject<HTMLDivElement | null>;
  typed: number;
} {
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(length);

  useEffect(() => {
    const element = place.current;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!element || still) return;
    let isFirst = true;
    let timer = 0;
    const type = (letters: number) => {
      setTyped(letters);
      if (letters === length) return;
      const wait = letters === 0 ? pause : perLetter;
      timer = window.setTimeout(type, wait, letters + 1);
    };
    // From the first visible pixel on, so that no answer shows and then goes.
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      // In view before there was a script: nothing of it is taken back.
      const isRead = isFirst && entry.boundingClientRect.top < innerHeight;
      isFirst = false;
      if (isRead || entry.isIntersecting) observer.disconnect();
      if (!isRead && entry.isIntersecting) type(0);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [length]);

  return { place, typed };
}
