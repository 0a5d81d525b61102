import { createStore } from '../async/signal.ts';

type InstallState = BeforeInstallPromptEvent | 'installed' | 'closed';

export const installState = createStore<InstallState | undefined>(undefined);

/** Must run at startup, because Chromium fires `beforeinstallprompt` early. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installState.set(event);
  });
  addEventListener('appinstalled', () => installState.set('installed'));
}

export async function installApp(
  offer: BeforeInstallPromptEvent,
): Promise<void> {
  // A browser that refuses to prompt fires the event again later.
  await offer.prompt().catch(() => undefined);
  if (installState.get() === offer) installState.set('closed');
}
