import { untilIdle } from './idle.ts';

const signs = ['scroll', 'pointerdown', 'keydown'];

/**
 * base.css leaves out of a page's first layout what lies below its first view.
 * Takes that in once the visitor does anything. Gives what calls it off.
 */
export function drawRestSoon(): () => void {
  const stop = () => {
    for (const sign of signs) removeEventListener(sign, start);
  };
  const start = () => {
    stop();
    void drawRest();
  };
  for (const sign of signs) addEventListener(sign, start, { passive: true });
  return stop;
}

/** A part in each idle moment, so that no touch waits for all of them. */
async function drawRest(): Promise<void> {
  for (const part of document.querySelectorAll('main > :not(:first-child)')) {
    await untilIdle();
    part.setAttribute('data-drawn', '');
    // Here and now, not all of them together in the next frame.
    part.getBoundingClientRect();
  }
}

/** Lays out everything at once: a scroll position is to be found again. */
export function drawWhole(isWhole: boolean): void {
  document.documentElement.toggleAttribute('data-whole', isWhole);
}
