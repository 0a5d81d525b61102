import { chunkFailureTexts as words } from '../content/failures.ts';

/** Reloads by script, because following the link would end an edit in Firefox. */
export function reload(event: Pick<Event, 'preventDefault'>): void {
  event.preventDefault();
  location.reload();
}

/** Shows an alert below the page, with a link that reloads the page. */
export function showFailure(text: string): HTMLElement {
  const notice = document.createElement('p');
  notice.className = 'not-loaded';
  notice.setAttribute('role', 'alert');
  notice.append(`${text} `);
  const link = { href: '', onclick: reload, textContent: words.reload };
  notice.appendChild(Object.assign(document.createElement('a'), link));
  return document.body.appendChild(notice);
}
