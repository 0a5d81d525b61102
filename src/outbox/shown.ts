import { useLayoutEffect } from 'react';

/** The submissions whose status a page or a dialog shows itself. */
const shown: string[] = [];

export function useShown(id: string | undefined, place = 'page'): void {
  useLayoutEffect(() => {
    shown.push(`${place} ${id}`);
    return () => void shown.splice(shown.indexOf(`${place} ${id}`), 1);
  }, [id, place]);
}

/** A modal dialog also hides the page from screen readers. */
export function isShown(id: string): boolean {
  const place = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  return shown.includes(`${place} ${id}`);
}
