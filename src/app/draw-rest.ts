import { untilIdle } from '../async/idle.ts';

/**
 * base.css leaves out of a page's first layout what lies below its first view.
 * Takes it in, a part in each idle moment, so that no scroll finds it missing.
 */
export async function drawRest(): Promise<void> {
  const rest = document.querySelectorAll('main > :not(:first-child)');
  // The forms' pages are whole already, and have no use for the letters.
  if (rest.length === 0) return;
  // Laid out and painted once, not in a stand-in's letters first.
  await document.fonts.load('600 1em Poppins').catch(() => undefined);
  for (const part of rest) {
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
