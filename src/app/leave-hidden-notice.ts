import { focusHeading } from '../components/focus-heading.ts';

/**
 * A ref of a notice that has just appeared. Focuses the heading if the focus was in a
 * later notice, because the style sheet shows only the first notice.
 */
export function leaveHiddenNotice(notice: HTMLElement | null): void {
  const focused = document.activeElement?.closest('[data-live] > :not(button)');
  if (!notice || !focused) return;
  const position = notice.compareDocumentPosition(focused);
  if (position & Node.DOCUMENT_POSITION_FOLLOWING) focusHeading();
}
