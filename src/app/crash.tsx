import { Component, type ReactNode } from 'react';
import { listenEarly } from '../boot/early-input.ts';
import { crash as words } from '../content/notices.ts';

/**
 * Puts the static page back where React has given up and removed it, and says
 * so. What is typed from then on is kept for the reload that it offers.
 */
export function restorePage(root: Element, page: Node): void {
  const notice = document.createElement('p');
  notice.className = 'not-loaded';
  notice.setAttribute('role', 'alert');
  const reload = document.createElement('a');
  reload.href = '';
  reload.textContent = words.reload;
  notice.append(`${words.text} `, reload);
  root.replaceWith(page);
  document.body.append(notice);
  listenEarly();
}

/** Leaves out what throws, so that the rest of the page stays. */
export class Dispensable extends Component<
  { children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
