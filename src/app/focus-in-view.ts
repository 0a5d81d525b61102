/** What stays free of notices: in rem, so that larger text gets more of it. */
const leastRoom = 24;
/**
 * What scrolls with the page. A heading is left out, since it gets the focus where
 * Back restores the scroll.
 */
const stops =
  ':is(main :not(h1), footer *, aside *, [data-live]:not([data-fixed]) *)';
/** The outline around what has the focus, in pixels. */
const outline = 8;

/**
 * Keeps header and notices from covering what has the focus. In a low window the
 * notices stand at the end of the page.
 */
export function keepFocusInView(corner: HTMLElement): () => void {
  const { documentElement: root } = document;
  const reveal = () => scrollBy(0, hiddenBy(corner));
  const revealSoon = () => void requestAnimationFrame(reveal);
  const arrange = () => {
    const rem = Number.parseFloat(getComputedStyle(root).fontSize);
    const { offsetHeight } = corner;
    const isFixed = innerHeight - offsetHeight >= leastRoom * rem;
    corner.toggleAttribute('data-fixed', isFixed);
    root.style.setProperty('--notices', isFixed ? `${offsetHeight}px` : '0px');
    reveal();
  };
  const observer = new ResizeObserver(arrange);
  observer.observe(corner);
  addEventListener('resize', arrange);
  // After the browser's own scrolling.
  document.addEventListener('focusin', revealSoon);
  return () => {
    observer.disconnect();
    removeEventListener('resize', arrange);
    document.removeEventListener('focusin', revealSoon);
  };
}

/** Returns how far to scroll until what has the focus is clear, in pixels. */
function hiddenBy(corner: HTMLElement): number {
  const focused = document.activeElement;
  if (!focused?.matches(stops) || focused.closest('dialog')) return 0;
  const { bottom, left, right } = focused.getBoundingClientRect();
  // A field is seen together with its label.
  const [label] = (focused as HTMLInputElement).labels ?? [];
  const { top } = (label ?? focused).getBoundingClientRect();
  const header = document.querySelector('header')?.getBoundingClientRect();
  const above = top - outline - Math.max(0, header?.bottom ?? 0);
  const covers = corner.hasAttribute('data-fixed') ? [...corner.children] : [];
  const floors = covers
    .map((cover) => cover.getBoundingClientRect())
    .filter((one) => one.height > 0 && one.left < right && one.right > left)
    .map((one) => one.top);
  const below = bottom + outline - Math.min(innerHeight, ...floors);
  // The visitor has scrolled it out of view.
  if (bottom < 0 || top > innerHeight) return 0;
  return below > 0 ? Math.max(0, Math.min(below, above)) : Math.min(above, 0);
}
