import { runAfterPress, watchPresses } from '../components/after-press.ts';

/** Minimum free height below fixed notices, in rem so that it grows with the text. */
const minFreeRems = 27;
/**
 * Elements that are scrolled into view on focus. Headings are not, because a
 * heading gets the focus when Back restores the scroll position.
 */
const autoScrollSelector =
  ':is(main :not(h1), footer *, aside *, [data-live]:not([data-fixed]) *)';
/** Width of the focus outline with its offset, in pixels. */
const outlineWidth = 8;

/**
 * Scrolls so that neither the header nor the notices cover the focused element.
 * In a low window the notices move to the end of the page instead of staying fixed.
 */
export function keepFocusInView(notices: HTMLElement): () => void {
  const { documentElement } = document;

  const reveal = () => {
    const distance = computeDistanceToReveal(notices);
    // Scrolling by 0 would also force a layout.
    if (distance !== 0) scrollBy(0, distance);
  };

  const revealFocus = () => {
    revealInDialog();
    reveal();
  };

  // Scrolling during a press would move the pressed button away from the pointer.
  const revealSoon = () =>
    void requestAnimationFrame(() => runAfterPress(revealFocus));

  const updateLayout = () => {
    const rem = Number.parseFloat(getComputedStyle(documentElement).fontSize);
    const freeHeight = innerHeight - notices.offsetHeight;
    notices.toggleAttribute('data-fixed', freeHeight >= minFreeRems * rem);
    // The header is higher than its token if large text wraps.
    notices.style.top = `${header?.offsetHeight ?? 0}px`;
    reveal();
  };

  watchPresses();
  const header = document.querySelector('header');
  const noticesObserver = new ResizeObserver(updateLayout);
  noticesObserver.observe(notices);
  if (header) noticesObserver.observe(header);
  // Text that appears above the focused element may push it behind the notices.
  const pageObserver = new ResizeObserver(reveal);
  const main = document.querySelector('main');
  if (main) pageObserver.observe(main);
  addEventListener('resize', updateLayout);
  // Reveals it later, because the browser itself first scrolls to a focused element.
  document.addEventListener('focusin', revealSoon);

  return () => {
    noticesObserver.disconnect();
    pageObserver.disconnect();
    removeEventListener('resize', updateLayout);
    document.removeEventListener('focusin', revealSoon);
  };
}

/**
 * Scrolls to the focused element of a dialog. Browsers do so themselves, except for a text
 * area: they scroll to its caret, which may leave most of the text area out of view.
 */
function revealInDialog(): void {
  const element = document.activeElement;
  if (element?.matches('dialog *'))
    element.scrollIntoView({ block: 'nearest' });
}

/** Returns how far to scroll until the focused element is visible, in pixels. */
function computeDistanceToReveal(notices: HTMLElement): number {
  const element = document.activeElement;
  if (!element?.matches(autoScrollSelector) || element.closest('dialog'))
    return 0;

  const { bottom, left, right } = element.getBoundingClientRect();
  const [label] = (element as HTMLInputElement).labels ?? [];
  const { top } = (label ?? element).getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) return 0;

  const header = document.querySelector('header')?.getBoundingClientRect();

  const fixedNotices = notices.querySelectorAll(':scope[data-fixed] > *');
  const noticeBottoms = [...fixedNotices]
    .map((notice) => notice.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.left < right && box.right > left)
    .map((box) => box.bottom);
  const coveredTop = Math.max(0, header?.bottom ?? 0, ...noticeBottoms);
  const spaceAbove = top - outlineWidth - coveredTop;
  const overlap = bottom + outlineWidth - innerHeight;

  // Of an element that is higher than the free space, this shows the beginning.
  if (overlap <= 0 || spaceAbove < 0) return Math.min(spaceAbove, 0);
  return Math.min(overlap, spaceAbove);
}
