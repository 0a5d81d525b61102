import { isProduction } from '../env.ts';
import { keepDelivering } from '../outbox/triggers.ts';
import { followConsent } from '../visitor/consent.ts';
import { registerWorker } from './register-worker.ts';

/** What goes on as long as the page is open: worker, delivery, consent. */
export function startWork(): void {
  if (isProduction) void registerWorker();
  keepDelivering();
  followConsent();
}
