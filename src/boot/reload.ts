/**
 * Handles a press on a link to the same address. Without it the link would work
 * too, but in Firefox as a new visit, which ends an edit.
 */
export function reload(event: Pick<Event, 'preventDefault'>): void {
  event.preventDefault();
  location.reload();
}

/** Says below the page what has failed, with a link that reloads it. */
export function showFailure(text: string, label: string): HTMLElement {
  const notice = document.createElement('p');
  notice.className = 'not-loaded';
  notice.setAttribute('role', 'alert');
  notice.append(`${text} `);
  const link = { href: '', onclick: reload, textContent: label };
  notice.appendChild(Object.assign(document.createElement('a'), link));
  return document.body.appendChild(notice);
}
