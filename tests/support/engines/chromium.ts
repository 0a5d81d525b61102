import { type BrowserContext, chromium, type Page } from 'playwright';
import { launchOptions } from '../browsers.ts';
import type { Driver, Needs } from './engine.ts';
import { startPlaywright } from './playwright.ts';

export function startChromium(): Promise<Driver> {
  const extras = (current: () => BrowserContext) => ({
    setOffline: (offline: boolean) => setOffline(current(), offline),
    killWorker: () => stopWorkers(current()),
    sync: (tag: string) => dispatchSync(current(), tag),
    denySync: (origin: string) => denySync(current(), origin),
  });
  return startPlaywright(chromium, launchOptions('chromium'), {
    extras,
    optionsFor,
  });
}

function optionsFor({ backForwardCache, fastSync }: Needs) {
  if (backForwardCache) {
    return { ignoreDefaultArgs: ['--disable-back-forward-cache'] };
  }
  return fastSync ? { args: fastSyncFlags } : undefined;
}

/** Field trials are Chromium's own affair: their names may change. */
const fastSyncFlags = [
  '--force-fieldtrials=BackgroundSync/Fast',
  `--force-fieldtrial-params=BackgroundSync.Fast:${[
    'initial_retry_delay_sec/1/retry_delay_factor/1',
    'max_sync_attempts/3/min_recovery_time_sec/1',
  ].join('/')}`,
];

/** Resolves once every page knows it: a worker that was killed never answers. */
async function setOffline(context: BrowserContext, offline: boolean) {
  const set = context.setOffline(offline);
  const isKnown = (offline: boolean) => navigator.onLine !== offline;
  const known = context
    .pages()
    .map((page) => page.waitForFunction(isKnown, offline));
  await Promise.race([set, Promise.all(known)]);
}

/** Ends every worker's process or thread, as the browser may at any time. */
export async function stopWorkers(context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(lastPage(context));
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  // It never comes to an end where its page is closed meanwhile.
  void session.detach().catch(() => undefined);
}

async function denySync(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin,
  });
  await page.close();
}

/** Registrations are told once, when the domain is enabled: listen first. */
export async function dispatchSync(
  context: BrowserContext,
  tag: string,
): Promise<void> {
  const page = lastPage(context);
  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const found = event.registrations.find(
        ({ scopeURL }) => new URL(scopeURL).origin === origin,
      );
      if (found) resolve(found.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const event = { origin, registrationId, tag, lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', event);
}

function lastPage(context: BrowserContext): Page {
  const page = context.pages().at(-1);
  if (!page) throw new Error('Open a tab first');
  return page;
}
