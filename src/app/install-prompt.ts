import { createSignal } from '../async/signal.ts';

/** Chromium's offer to install the site; not in TypeScript's libraries. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export type InstallState = 'none' | 'offered' | 'installed';

let offer: InstallOffer | undefined;
let justInstalled = false;
const { subscribe, notify } = createSignal();

export { subscribe as onInstallChange };

/** Keeps the browser's offer for our own button; it comes early. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    notify();
  });
  addEventListener('appinstalled', () => {
    offer = undefined;
    justInstalled = true;
    notify();
  });
}

export function installState(): InstallState {
  if (justInstalled) return 'installed';
  return offer ? 'offered' : 'none';
}

export async function installApp(): Promise<void> {
  const offered = offer;
  offer = undefined;
  // A browser may refuse to ask now; it offers anew then.
  await offered?.prompt().catch(() => undefined);
  notify();
}
