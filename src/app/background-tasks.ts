import { isProduction } from '../env.ts';
import { drafts } from '../forms/drafts.ts';
import { startDeliveryTriggers } from '../outbox/page/triggers.ts';
import { countsComponentStore } from '../pages/care-label/care-label.tsx';
import { CareLabelCounts } from '../pages/care-label/care-label-counts.tsx';
import { outbox } from '../submissions/outbox.ts';
import { watchConsent } from '../visitor/consent.ts';
import { checkClock, watchClock } from '../visitor/device-clock.ts';
import { watchNetwork } from './offline-notice.tsx';
import { registerWorker } from './register-worker.ts';

let haveTasksStarted = false;

/**
 * Starts what can wait until the page is idle. Starts it only once, although StrictMode runs
 * effects twice.
 */
export function startBackgroundTasks(): void {
  if (haveTasksStarted) return;
  haveTasksStarted = true;
  if (isProduction) void registerWorker();
  watchClock();
  void drafts.maintain(checkClock());
  startDeliveryTriggers(outbox);
  watchNetwork();
  watchConsent();
  // The code that counts is not a part of the first view.
  countsComponentStore.set(CareLabelCounts);
}
