import { createSignal } from '../async/signal.ts';

/** Chromium's offer to install the site; not in TypeScript's libraries. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let state: 'none' | 'offered' | 'installed' = 'none';
let offer: InstallOffer | undefined;
const { subscribe, notify } = createSignal();

export { subscribe as onInstallChange };

export function installState() {
  return state;
}

function setState(next: typeof state, its?: InstallOffer): void {
  state = next;
  offer = its;
  notify();
}

/** Keeps the browser's offer for our own button; it comes early. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setState('offered', event as InstallOffer);
  });
  addEventListener('appinstalled', () => setState('installed'));
}

export function closeInstall(): void {
  setState('none');
}

export async function installApp(): Promise<void> {
  const offered = offer;
  // A browser may refuse to ask now; it offers anew then.
  await offered?.prompt().catch(() => undefined);
  if (offer === offered) setState('none');
}
