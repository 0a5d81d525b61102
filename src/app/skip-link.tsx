import type { MouseEvent } from 'react';
import { skipLinkText } from '../content/navigation.ts';

export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without scripts the link follows its hash
    <a className="skip" href="#main" onClick={skipToMain}>
      {skipLinkText}
    </a>
  );
}

/**
 * Moves the focus without changing the hash, because the router treats a new hash
 * as a navigation: the page would scroll to the top, and an edit would end.
 */
function skipToMain(event: MouseEvent): void {
  const main = document.getElementById('main');
  if (!main) return;

  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
  main.addEventListener('blur', removeTabIndex);
}

/**
 * Removes `tabindex` from `main` when it loses the focus. With the attribute, `main` would
 * also take the focus when a visitor clicks on the page's text or follows a link to #main.
 */
function removeTabIndex({ currentTarget }: FocusEvent): void {
  const main = currentTarget as HTMLElement;
  // The window has lost the focus. When it has the focus again, `main` has it, too.
  if (document.activeElement === main) return;

  main.removeAttribute('tabindex');
}
