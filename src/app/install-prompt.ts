import { createSignal } from '../async/signal.ts';

/** The event `beforeinstallprompt`, which TypeScript's libraries lack. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let state: InstallOffer | 'installed' | 'closed' | undefined;
const { subscribe, notify } = createSignal();

export { subscribe as onInstallChange };

export function installState() {
  return state;
}

function setState(next: typeof state): void {
  state = next;
  notify();
}

/** Must run at startup, because Chromium fires `beforeinstallprompt` early. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setState(event as InstallOffer);
  });
  addEventListener('appinstalled', () => setState('installed'));
}

export function closeInstall(): void {
  setState('closed');
}

export async function installApp(offer: InstallOffer): Promise<void> {
  // A browser that refuses to prompt fires the event again later.
  await offer.prompt().catch(() => undefined);
  if (state === offer) closeInstall();
}
