import { useLayoutEffect } from 'react';

/** Ids of the submissions whose status the view shows and announces itself. */
const shown: string[] = [];
/** A modal dialog hides the page behind it, also from screen readers. */
const inDialog = (id: string) => `dialog ${id}`;

export function useShown(id: string | undefined): void {
  useLayoutEffect(() => {
    if (!id) return;
    shown.push(id);
    return () => void shown.splice(shown.indexOf(id), 1);
  }, [id]);
}

export function useShownInDialog(id: string | undefined): void {
  useShown(id && inDialog(id));
}

export function isShown(id: string): boolean {
  const isBehind = document.querySelector('dialog[open]') !== null;
  return shown.includes(isBehind ? inDialog(id) : id);
}
