import { announcedAfter } from '../components/use-elapsed.ts';
import { elsewhere } from '../content/delivery.ts';
import { currentOutbox, follow } from '../outbox/live.ts';
import { isShown } from '../outbox/shown.ts';
import { announceStatus } from './announce-status.ts';

/** Announces what becomes of the submissions that the view does not show. */
export function announceDeliveries(): () => void {
  let before = currentOutbox()?.statuses;
  return follow(() => {
    const { statuses } = currentOutbox() ?? {};
    for (const [id, status] of before ? (statuses ?? []) : []) {
      if (status === 'queued' || status === before?.get(id)) continue;
      if (!isShown(id)) setTimeout(announce, announcedAfter, id, status);
    }
    before = statuses;
  });
}

/** Runs late, because the view may show the submission only from this change on. */
function announce(id: string, status: keyof typeof elsewhere): void {
  if (!isShown(id)) announceStatus(elsewhere[status]);
}
