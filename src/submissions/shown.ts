import { useLayoutEffect } from 'react';

/** The submissions whose status a page or a dialog shows, as "<place> <id>". */
const entries: string[] = [];

export function useMarkAsShown(id: string | undefined, place = 'page'): void {
  useLayoutEffect(() => {
    entries.push(`${place} ${id}`);
    return () => void entries.splice(entries.indexOf(`${place} ${id}`), 1);
  }, [id, place]);
}

/** Whether the status is visible. An open modal dialog hides the page's statuses. */
export function isShown(id: string): boolean {
  const place = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  return entries.includes(`${place} ${id}`);
}
