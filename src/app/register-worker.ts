import { Workbox } from 'workbox-window';
import { firstDownloadDelay, getBackoff } from '../async/backoff.ts';
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
const maxInstallRetryDelay = 5 * 60 * 1000;

// Replaces vite-plugin-pwa's registerSW, which reloads every tab that shows the notice
// when one tab accepts the update, and which passes a URL that Trusted Types reject.
export async function registerWorker(): Promise<void> {
  try {
    await (isWorkerWithdrawn ? unregister() : register());
  } catch {
    // Some browsers have no workers. The page delivers without one.
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
  watchTakeover();
  checkHourly();

  await registerUntilInstalled(() => {
    const workbox = new Workbox(url);
    workbox.addEventListener('waiting', () => offerWaitingVersion(workbox));
    // By default Workbox waits for `load`, which an unfinished image delays.
    return workbox.register({ immediate: true });
  });
}

/** Handles a new worker that takes over this page after an update in any tab. */
function watchTakeover(): void {
  let isControlled = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // A page loaded with Shift+Reload has no worker, but may offer an update.
    if (isControlled || newVersion.get() !== 'none') handleTakeover();
    isControlled = true;
  });
}

/** Checks for a new version when the visitor returns to the page, at most once an hour. */
function checkHourly(): void {
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
 * Registers the worker, and again later if that fails or if the first install fails,
 * because the browser then discards the worker. The next install keeps the files that
 * are stored already.
 */
export async function registerUntilInstalled(
  register: () => Promise<ServiceWorkerRegistration | undefined>,
  failures = 0,
): Promise<void> {
  const retryLater = () => {
    const delay = getBackoff(failures, {
      firstDelay: firstDownloadDelay,
      maxDelay: maxInstallRetryDelay,
    });
    setTimeout(() => registerUntilInstalled(register, failures + 1), delay);
  };

  try {
    const { active, installing } = (await register()) ?? {};
    if (active || !installing) return;

    installing.addEventListener('statechange', () => {
      if (installing.state === 'redundant') retryLater();
    });
  } catch {
    // If private browsing or a setting forbids workers, the page delivers meanwhile.
    retryLater();
  }
}
