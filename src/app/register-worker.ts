import { Workbox } from 'workbox-window';
import { backoff } from '../async/backoff.ts';
import { workerIsWithdrawn } from '../env.ts';
import {
  recordReplaced,
  recordWaiting,
  updateState,
} from './update-notice.tsx';

/** A tab left open looks for a new version this often, when it is looked at. */
const lookEvery = 60 * 60 * 1000;
/** A first install that fails is tried again after four to eight seconds. */
const firstRetry = 3;
/** Each try may fetch every file. */
const longestRetry = 5 * 60 * 1000;

// Not vite-plugin-pwa's registerSW: as one tab accepts an update it reloads all
// that show the prompt, and Trusted Types refuse the address that it passes.
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await (workerIsWithdrawn ? unregister() : register());
  } catch {
    // Private windows and settings may forbid workers: the page delivers.
  }
}

async function unregister(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  // Its caches outlive its registration.
  for (const name of await caches.keys()) await caches.delete(name);
}

async function register(): Promise<void> {
  const address = trusted('/sw.js');
  let hasWorker = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one replaces none, unless it comes to a page loaded past it.
    if (hasWorker || updateState() !== 'none') recordReplaced();
    hasWorker = true;
  });
  const registerAnew = () => {
    const workbox = new Workbox(address);
    workbox.addEventListener('waiting', () => recordWaiting(workbox));
    // Else it waits for the page's load, which a picture that hangs holds up.
    return workbox.register({ immediate: true });
  };
  keepInstalling(await registerAnew(), registerAnew);
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - looked > lookEvery;
    if (document.visibilityState !== 'visible' || !isDue) return;
    looked = Date.now();
    navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined);
  });
}

/**
 * One file that does not come fails the whole first install, and the browser
 * forgets the worker. It is registered again, and goes on from what has come.
 */
export function keepInstalling(
  registration: ServiceWorkerRegistration | undefined,
  register: () => Promise<typeof registration>,
  retries = firstRetry,
): void {
  const { active, installing } = registration ?? {};
  if (active || !installing) return;
  const installLater = () => {
    const delay = backoff(retries, longestRetry);
    retries += 1;
    setTimeout(() => register().then(keep, installLater), delay);
  };
  const keep = (again: typeof registration) =>
    keepInstalling(again, register, retries);
  installing.addEventListener('statechange', () => {
    if (installing.state === 'redundant') installLater();
  });
}

/** Browsers with Trusted Types refuse a plain string as a worker's address. */
function trusted(url: string): string {
  const rules = { createScriptURL: (given: string) => given };
  const { trustedTypes } = window as {
    trustedTypes?: {
      createPolicy(name: string, its: typeof rules): typeof rules;
    };
  };
  const policy = trustedTypes?.createPolicy('pear-worker', rules);
  return policy?.createScriptURL(url) ?? url;
}
