import { Component, type ReactNode } from 'react';
import { listenEarly, setScriptsAvailable } from '../boot/early-input.ts';
import { showFailure } from '../boot/reload.ts';
import { crash as words } from '../content/failures.ts';

/**
 * Keeps the page as it stands, with what is typed in it, where what renders it
 * has crashed. Links, menu and questions work on without scripts.
 */
export class RootErrorBoundary extends Component<
  { root: HTMLElement; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };
  /** React removes its own; this is copied before it does. */
  copy: Element | undefined;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** Cleaning up may crash as well. */
  override componentDidCatch() {
    const { copy } = this;
    if (copy && !copy.isConnected) restorePage(this.props.root, copy);
  }

  override render() {
    const { root, children } = this.props;
    if (!this.state.failed) return children;
    this.copy ??= root.cloneNode(true) as Element;
    return null;
  }
}

function restorePage(root: Element, page: Element): void {
  // Nothing keeps true any more what says how things stand.
  const live = page.querySelectorAll('[aria-live], [data-live], [data-region]');
  for (const element of live) element.remove();
  root.replaceWith(page);
  showFailure(words.text, words.reload);
  // What is typed from now on is kept for the reload.
  listenEarly();
  // No press is honoured any more.
  setScriptsAvailable(false);
}
