/**
 * Handles a press on a link to the same address. Without it the link would work
 * too, but in Firefox as a new visit, which ends an edit.
 */
export function reload(event: Pick<Event, 'preventDefault'>): void {
  event.preventDefault();
  location.reload();
}
