import { Workbox } from 'workbox-window';

const workerUrl = '/sw.js';

/** Registers the worker; where there is none the site works without. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await new Workbox(trusted(workerUrl)).register();
  } catch {
    // Private windows and settings may forbid workers: the page delivers.
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Browsers with Trusted Types refuse a plain string as a worker's address. */
function trusted(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('pear-worker', {
    createScriptURL: (given) => given,
  });
  return policy?.createScriptURL(url) ?? url;
}
