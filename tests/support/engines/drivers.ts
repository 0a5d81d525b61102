import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import {
  type BrowserContext,
  chromium,
  firefox,
  type LaunchOptions,
} from 'playwright';
import { type Engine, getLaunchOptions } from '../browsers.ts';
import { limitWait, waitLimit } from '../wait-limit.ts';
import type { Driver } from './engine.ts';
import { oldChromiumOptions } from './old-chromium.ts';
import { startPlaywright } from './playwright.ts';
import { startWebkit } from './webkit.ts';

export const driverStarters: Record<
  Engine | 'old-chromium',
  () => Promise<Driver>
> = {
  chromium: () => startChromium(getLaunchOptions('chromium')),
  'old-chromium': () => startChromium(oldChromiumOptions),
  firefox: startFirefox,
  webkit: startWebkit,
};

function startChromium(options: LaunchOptions): Promise<Driver> {
  return startPlaywright(chromium, options, (context) => ({
    openApp: (url) => openAppWindow(context(), url),
    setOffline: (offline) => setOffline(context(), offline),
    killWorker: () => killWorkers(context()),
    sync: (tag) => dispatchSyncEvent(context(), tag),
    denySync: (origin) => context().grantPermissions([], { origin }),
  }));
}

/** Waits only for the pages, because a killed worker would never answer. */
async function setOffline(context: BrowserContext, offline: boolean) {
  const hasOfflineState = (offline: boolean) => navigator.onLine !== offline;
  const pageChanges = context
    .pages()
    .map((page) => page.waitForFunction(hasOfflineState, offline));
  await Promise.race([context.setOffline(offline), Promise.all(pageChanges)]);
}

/** Opens a window of the installed app. Installs the app if it is not installed yet. */
async function openAppWindow(context: BrowserContext, url: string) {
  const { session } = await openDevtools(context);
  const app = { manifestId: new URL('/', url).href };
  const launch = () => session.send('PWA.launch', { ...app, url });

  const pagePromise = context.waitForEvent('page', { timeout: waitLimit });
  await launch().catch(async () => {
    await session.send('PWA.install', { ...app, installUrlOrBundleUrl: url });
    // Chromium would open an app that was installed like this in a tab.
    const displayMode = 'standalone';
    await session.send('PWA.changeAppUserSettings', { ...app, displayMode });
    await launch();
  });
  return pagePromise;
}

async function openDevtools(context: BrowserContext) {
  const page = context.pages().at(-1) ?? (await context.newPage());
  return { session: await context.newCDPSession(page), url: page.url() };
}

async function killWorkers(context: BrowserContext): Promise<void> {
  const { session } = await openDevtools(context);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');

  // The promise is not awaited, because it never settles if the page closes meanwhile.
  void session.detach().catch(() => undefined);
}

async function dispatchSyncEvent(context: BrowserContext, tag: string) {
  const { session, url } = await openDevtools(context);
  const { origin } = new URL(url);

  // Chromium reports registrations only once, after `ServiceWorker.enable`.
  const registrationIdPromise = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const registration = event.registrations.find(
        ({ scopeURL }) => scopeURL === `${origin}/`,
      );
      if (registration) resolve(registration.registrationId);
    });
  });

  await session.send('ServiceWorker.enable');
  const registrationId = await limitWait(
    registrationIdPromise,
    'the registration of a service worker',
  );

  const syncEvent = { origin, registrationId, tag, lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', syncEvent);
}

/**
 * Starts Firefox by a script that unsets MOZ_CRASHREPORTER_SHUTDOWN. With this
 * variable, which Playwright sets, Firefox would end if `killWorker` is called.
 */
function startFirefox(): Promise<Driver> {
  const options = getLaunchOptions('firefox');
  const { executablePath: FIREFOX = firefox.executablePath() } = options;
  const executablePath = path.resolve('tests/support/engines/firefox.sh');

  const firefoxEnv = { ...process.env, FIREFOX };
  const firefoxOptions = { ...options, executablePath, env: firefoxEnv };
  return startPlaywright(firefox, firefoxOptions, () => ({ killWorker }));
}

/** Kills the process in which this test's Firefox runs its service workers. */
async function killWorker(): Promise<void> {
  const parentFilter = ['-P', String(process.pid)];
  const childIds = execFileSync('pgrep', parentFilter, { encoding: 'utf8' });
  const processGroups = childIds.trim().replaceAll('\n', ',');
  const pkillArgs = ['-g', processGroups, '^Isolated Servic'];
  execFileSync('pkill', ['-KILL', ...pkillArgs], { stdio: 'ignore' });
}
