/**
 * Handles a press on a link to the same address. Without it the link would work
 * too, but as a new visit, which ends an edit.
 */
export function reload(event: Pick<Event, 'preventDefault'>): void {
  event.preventDefault();
  location.reload();
}
