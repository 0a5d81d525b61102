import { createStore } from '../async/signal.ts';

/** The event `beforeinstallprompt`, which TypeScript's libraries lack. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

type InstallState = InstallOffer | 'installed' | 'closed' | undefined;

export const installState = createStore<InstallState>(undefined);

/** Must run at startup, because Chromium fires `beforeinstallprompt` early. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installState.set(event as InstallOffer);
  });
  addEventListener('appinstalled', () => installState.set('installed'));
}

export async function installApp(offer: InstallOffer): Promise<void> {
  // A browser that refuses to prompt fires the event again later.
  await offer.prompt().catch(() => undefined);
  if (installState.get() === offer) installState.set('closed');
}
