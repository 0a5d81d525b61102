import { chunkFailureTexts, crashText } from '../content/failures.ts';
import { setScriptsAvailable } from './early-events.ts';

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
  const link = {
    href: '',
    onclick: reload,
    textContent: chunkFailureTexts.reload,
  };
  notice.appendChild(Object.assign(document.createElement('a'), link));
  return document.body.appendChild(notice);
}

/** Shows that the page's scripts have failed, unless a failure is shown already. */
export function showCrash(error: unknown): void {
  console.error('pear: the page did not start:', error);
  setScriptsAvailable(false);
  if (document.querySelector('.not-loaded')) return;
  // A slow page may still start. Its styles then hide the notice.
  showFailure(crashText).classList.add('not-started');
}
