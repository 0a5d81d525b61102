import { Component, type ReactNode } from 'react';
import {
  addEarlyInputListener,
  addEarlyListeners,
  setScriptsAvailable,
} from '../boot/early-events.ts';
import { showFailure } from '../boot/show-failure.ts';
import { crashText } from '../content/failures.ts';

/**
 * If rendering crashes, shows a copy of the page with all typed text. Links, the
 * menu and the FAQ work in the copy, because they need no scripts.
 */
export class RootErrorBoundary extends Component<
  { root: HTMLElement; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };
  copy: Element | undefined;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** React calls this twice if an effect's cleanup crashes as well. */
  override componentDidCatch() {
    const { copy } = this;
    if (copy && !copy.isConnected) restorePage(this.props.root, copy);
  }

  override render() {
    const { root, children } = this.props;
    if (!this.state.hasFailed) return children;
    // Copies the page, because React removes the elements after this render.
    this.copy ??= root.cloneNode(true) as Element;
    return null;
  }
}

function restorePage(root: Element, page: Element): void {
  // Removes live regions and statuses, because nothing updates them after a crash.
  const selector = '[aria-live="polite"], [data-live], [data-region]';
  for (const region of page.querySelectorAll(selector)) region.remove();
  root.replaceWith(page);
  showFailure(crashText);
  // From now on, typed text is stored for the reload, and no form is submitted.
  addEarlyListeners();
  addEarlyInputListener();
  setScriptsAvailable(false);
}
