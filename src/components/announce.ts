import { announceDelay } from './use-has-elapsed.ts';

// The hidden region holds an announcement for at least `minDuration`, so that the
// next announcement does not interrupt it. The region is emptied after
// `maxDuration`, because visitors can also read its text later, when the text may
// be wrong. Between two announcements of an idle region, the region is empty for
// `announceDelay`, because screen readers ignore a text that does not change.

/** Minimum time in milliseconds between two announcements. */
const minDuration = 1000;
/** Time in milliseconds after which an announcement is removed. */
const maxDuration = 5000;

/** Returns the text to announce, or '' if there is nothing to announce anymore. */
export type GetText = () => string;

/** The next announcements, in order. */
const pending = new Set<GetText>();
let isBusy = false;
let emptyTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Makes screen readers announce a text that no live region on the page shows. Calls
 * `getText` when the region is free, so that the text is true when it is announced.
 */
export function announce(getText: GetText): void {
  pending.add(getText);
  if (isBusy) return;
  isBusy = true;
  emptyRegions();
  setTimeout(showNext, announceDelay);
}

export function emptyRegions(): void {
  clearTimeout(emptyTimer);
  for (const region of findRegions()) region.textContent = '';
}

function showNext(): void {
  const text = takeNextText();
  isBusy = text !== '';
  if (!isBusy) return;

  emptyRegions();
  const region = findRegions().at(-1);
  if (region) region.textContent = text;
  emptyTimer = setTimeout(emptyRegions, maxDuration);
  setTimeout(showNext, minDuration);
}

function takeNextText(): string {
  for (const getText of pending) {
    pending.delete(getText);
    const text = getText();
    if (text) return text;
  }
  return '';
}

/**
 * Returns the page's region, and the region of an open modal dialog, which hides the
 * page's region. React always renders both empty, so scripts may change them.
 */
function findRegions(): Element[] {
  return [...document.querySelectorAll('[data-region]')];
}
