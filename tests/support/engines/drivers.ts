import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type BrowserContext, chromium, firefox } from 'playwright';
import { type Engine, launchOptions } from '../browsers.ts';
import type { Driver } from './engine.ts';
import { startPlaywright } from './playwright.ts';
import { startWebkit } from './webkit.ts';

export const startDriver: Record<Engine, () => Promise<Driver>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebkit,
};

function startChromium(): Promise<Driver> {
  return startPlaywright(chromium, launchOptions('chromium'), (current) => ({
    setOffline: (offline) => setOffline(current(), offline),
    killWorker: () => killWorkers(current()),
    sync: (tag) => dispatchSync(current(), tag),
    denySync: (origin) => current().grantPermissions([], { origin }),
  }));
}

/** Resolves once every page knows it: a worker that was killed never answers. */
async function setOffline(context: BrowserContext, offline: boolean) {
  const set = context.setOffline(offline);
  const isKnown = (offline: boolean) => navigator.onLine !== offline;
  const known = context
    .pages()
    .map((page) => page.waitForFunction(isKnown, offline));
  await Promise.race([set, Promise.all(known)]);
}

async function devtools(context: BrowserContext) {
  const page = context.pages().at(-1) ?? (await context.newPage());
  return { session: await context.newCDPSession(page), url: page.url() };
}

/** Ends every worker's process or thread, as the browser may at any time. */
async function killWorkers(context: BrowserContext): Promise<void> {
  const { session } = await devtools(context);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  // It never comes to an end where its page is closed meanwhile.
  void session.detach().catch(() => undefined);
}

/** Registrations are told once, when the domain is enabled: listen first. */
async function dispatchSync(context: BrowserContext, tag: string) {
  const { session, url } = await devtools(context);
  const { origin } = new URL(url);
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

/**
 * Playwright has Firefox go down with any process of its; visitors' do not. Its
 * process is noted: others may be running.
 */
async function startFirefox(): Promise<Driver> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-firefox-'));
  const options = launchOptions('firefox');
  const { executablePath = firefox.executablePath() } = options;
  const enduring = path.join(folder, 'firefox');
  const started = path.join(folder, 'started');
  const lines = [
    '#!/bin/sh',
    'unset MOZ_CRASHREPORTER_SHUTDOWN',
    `echo $$ >> '${started}'`,
    `exec '${executablePath}' "$@"`,
  ];
  fs.writeFileSync(enduring, lines.join('\n'), { mode: 0o755 });
  // Firefox gives workers a process of their own, apart from the pages'.
  const killWorker = async () => {
    const groups = fs.readFileSync(started, 'utf8').trim().split('\n').join();
    const found = ['-g', groups, '^Isolated Servic'];
    execFileSync('pkill', ['-KILL', ...found], { stdio: 'ignore' });
  };
  const own = { ...options, executablePath: enduring };
  const driver = await startPlaywright(firefox, own, () => ({ killWorker }));
  return {
    ...driver,
    close: async () => {
      await driver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
