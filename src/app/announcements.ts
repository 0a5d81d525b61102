import { announceDelay } from '../components/use-has-elapsed.ts';
import { resultAnnouncements } from '../content/delivery.ts';
import { isShown } from '../outbox/shown.ts';
import { getOutbox, subscribeToOutbox } from '../outbox/use-outbox.ts';

/** Minimum time in milliseconds for which an announcement stays. */
const minDuration = 1000;
const pendingTexts: string[] = [];
let isBusy = false;

/** Makes screen readers announce a text that no live region on the page shows. */
export function announce(text: string): void {
  if (!pendingTexts.includes(text)) pendingTexts.push(text);
  if (!isBusy) setTimeout(showNext);
  isBusy = true;
}

/** Changes the regions without React, which always renders them empty. */
function showNext(): void {
  const text = pendingTexts.shift();
  isBusy = text !== undefined;
  if (text === undefined) return;
  setTimeout(showNext, minDuration);
  // A modal dialog has a region of its own, because it hides the page's region.
  const [page, dialog] = document.querySelectorAll('[data-region]');
  if (page) page.textContent = dialog ? '' : text;
  if (dialog) dialog.textContent = text;
}

/** Calls the listener when a submission's status becomes 'sent' or 'refused'. */
export function onDeliveryResult(
  listener: (status: keyof typeof resultAnnouncements, id: string) => void,
): () => void {
  let previousStatuses = getOutbox()?.statuses;
  return subscribeToOutbox(() => {
    const { statuses } = getOutbox() ?? {};
    for (const [id, status] of previousStatuses ? (statuses ?? []) : []) {
      if (status === previousStatuses?.get(id)) continue;
      if (status === 'sent' || status === 'refused') listener(status, id);
    }
    previousStatuses = statuses;
  });
}

/** Announces the results of submissions, except those that the page already shows. */
export function announceDeliveries(): () => void {
  return onDeliveryResult((status, id) => {
    const announceResult = () =>
      isShown(id) || announce(resultAnnouncements[status]);
    // A form may handle the same change a moment later and show the result itself.
    if (!isShown(id)) setTimeout(announceResult, announceDelay);
  });
}
