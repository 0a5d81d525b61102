import { announcedAfter } from '../components/use-elapsed.ts';
import { elsewhere } from '../content/delivery.ts';
import { isShown } from '../outbox/shown.ts';
import { currentOutbox, subscribeToOutbox } from '../outbox/use-outbox.ts';

/** Milliseconds that an announcement stays before the next one replaces it. */
const shortest = 1000;
const waiting: string[] = [];
let isBusy = false;

/** Announces a change that the view does not announce itself. */
export function announce(text: string): void {
  if (!waiting.includes(text)) waiting.push(text);
  if (!isBusy) setTimeout(showNext);
  isBusy = true;
}

/** Writes past React, which renders the regions empty. */
function showNext(): void {
  const text = waiting.shift();
  isBusy = text !== undefined;
  if (text === undefined) return;
  setTimeout(showNext, shortest);
  // A modal dialog hides the page's region, so it has its own.
  const [page, dialog] = document.querySelectorAll('[data-region]');
  if (page) page.textContent = dialog ? '' : text;
  if (dialog) dialog.textContent = text;
}

/** Announces what becomes of the submissions that the view does not show. */
export function announceDeliveries(): () => void {
  let before = currentOutbox()?.statuses;
  return subscribeToOutbox(() => {
    const { statuses } = currentOutbox() ?? {};
    for (const [id, status] of before ? (statuses ?? []) : []) {
      if (status === 'queued' || status === before?.get(id)) continue;
      if (!isShown(id)) setTimeout(announceEnd, announcedAfter, id, status);
    }
    before = statuses;
  });
}

/** Runs late, because the view may show the submission only from this change on. */
function announceEnd(id: string, status: keyof typeof elsewhere): void {
  if (!isShown(id)) announce(elsewhere[status]);
}
