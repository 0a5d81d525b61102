import { useLayoutEffect } from 'react';

interface ShownStatus {
  id: string;
  place: 'page' | 'dialog';
}

/** The submissions whose status a page or a dialog shows. */
const shownStatuses = new Set<ShownStatus>();

export function useMarkAsShown(
  id: string | undefined,
  place: ShownStatus['place'] = 'page',
): void {
  useLayoutEffect(() => {
    if (id === undefined) return;

    const status = { id, place };
    shownStatuses.add(status);
    return () => void shownStatuses.delete(status);
  }, [id, place]);
}

/** Whether the status is visible. An open modal dialog hides the page's statuses. */
export function isShown(id: string): boolean {
  const place = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  return [...shownStatuses].some(
    (status) => status.id === id && status.place === place,
  );
}
