import { type BrowserContext, type CDPSession, chromium } from 'playwright';
import { launchOptions } from '../browsers.ts';
import type { Driver, Needs } from './engine.ts';
import { startPlaywright } from './playwright.ts';

export function startChromium(): Promise<Driver> {
  const extras = (context: BrowserContext) => ({
    setOffline: (offline: boolean) => context.setOffline(offline),
    killWorker: async () => {
      const { session } = await watchWorkers(context);
      await session.send('ServiceWorker.stopAllWorkers');
    },
    sync: (tag: string, lastChance: boolean) =>
      dispatchSync(context, tag, lastChance),
    denySync: (origin: string) => denySync(context, origin),
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

export async function dispatchSync(
  context: BrowserContext,
  tag: string,
  lastChance: boolean,
): Promise<void> {
  const { session, registration } = await watchWorkers(context);
  const { registrationId, scopeURL } = await registration;
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(scopeURL).origin,
    registrationId,
    tag,
    lastChance,
  });
}

interface Registration {
  registrationId: string;
  scopeURL: string;
}

/** Registrations are told once, when the domain is enabled: listen first. */
async function watchWorkers(context: BrowserContext): Promise<{
  session: CDPSession;
  registration: Promise<Registration>;
}> {
  const page = context.pages().at(-1);
  if (!page) throw new Error('Open a tab first');
  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  const registration = new Promise<Registration>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const found = event.registrations.find(
        ({ scopeURL }) => new URL(scopeURL).origin === origin,
      );
      if (found) resolve(found);
    }),
  );
  await session.send('ServiceWorker.enable');
  return { session, registration };
}
