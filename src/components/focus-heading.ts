/** Moves the focus to the page's heading, so that screen readers announce the page. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A ref that focuses the heading if the button is removed while it has the focus. */
export function keepFocus(button: HTMLElement | null) {
  return () => {
    if (document.activeElement === button) focusHeading();
  };
}
