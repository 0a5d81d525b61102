import { Workbox } from 'workbox-window';
import { getBackoff, initialBackoffStep } from '../async/backoff.ts';
import { isWorkerWithdrawn } from '../env.ts';
import { createTrustedUrl } from './trusted-types.ts';
import {
  handleTakeover,
  newVersion,
  offerWaitingVersion,
} from './update-notice.tsx';

/** Minimum time between a tab's checks for a new version, in milliseconds. */
const updateInterval = 60 * 60 * 1000;
/** Long, because each retry of an install may download every file. */
const maxRetryDelay = 5 * 60 * 1000;

// Replaces vite-plugin-pwa's registerSW, which reloads every tab that shows the notice
// when one tab accepts the update, and which passes a URL that Trusted Types reject.
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await (isWorkerWithdrawn ? unregister() : register());
  } catch {
    // If private browsing or a setting forbids workers, the page delivers.
  }
}

async function unregister(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  // Unregistering a worker does not delete its caches.
  for (const name of await caches.keys()) await caches.delete(name);
}

async function register(): Promise<void> {
  const url = createTrustedUrl('/sw.js');
  let isControlled = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // A page loaded with Shift+Reload has no worker, but may offer an update.
    if (isControlled || newVersion.get() !== 'none') handleTakeover();
    isControlled = true;
  });
  const registerWorkbox = () => {
    const workbox = new Workbox(url);
    workbox.addEventListener('waiting', () => offerWaitingVersion(workbox));
    // By default Workbox waits for `load`, which an unfinished image delays.
    return workbox.register({ immediate: true });
  };
  retryWorkerInstall(await registerWorkbox(), registerWorkbox);
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - checkedAt > updateInterval;
    if (document.visibilityState !== 'visible' || !isDue) return;
    checkedAt = Date.now();
    navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  });
}

/**
 * Registers the worker again if its first install fails, because the browser then
 * discards the worker. The next install keeps the files that are stored already.
 */
export function retryWorkerInstall(
  registration: ServiceWorkerRegistration | undefined,
  register: () => Promise<typeof registration>,
  attempt = initialBackoffStep,
): void {
  const { active, installing } = registration ?? {};
  if (active || !installing) return;
  const retryLater = () => {
    const delay = getBackoff(attempt, maxRetryDelay);
    attempt += 1;
    setTimeout(() => register().then(watchWorker, retryLater), delay);
  };
  const watchWorker = (next: typeof registration) =>
    retryWorkerInstall(next, register, attempt);
  installing.addEventListener('statechange', () => {
    if (installing.state === 'redundant') retryLater();
  });
}
