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
  return startPlaywright(chromium, launchOptions('chromium'), (context) => ({
    setOffline: (offline) => setOffline(context(), offline),
    killWorker: () => killWorkers(context()),
    sync: (tag) => dispatchSync(context(), tag),
    denySync: (origin) => context().grantPermissions([], { origin }),
  }));
}

/** Also resolves when the pages know, because a killed worker never answers. */
async function setOffline(context: BrowserContext, offline: boolean) {
  const isKnown = (offline: boolean) => navigator.onLine !== offline;
  const pages = context.pages();
  await Promise.race([
    context.setOffline(offline),
    Promise.all(pages.map((page) => page.waitForFunction(isKnown, offline))),
  ]);
}

async function openDevtools(context: BrowserContext) {
  const page = context.pages().at(-1) ?? (await context.newPage());
  return { session: await context.newCDPSession(page), url: page.url() };
}

async function killWorkers(context: BrowserContext): Promise<void> {
  const { session } = await openDevtools(context);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  // The promise never settles if the page closes meanwhile.
  void session.detach().catch(() => undefined);
}

async function dispatchSync(context: BrowserContext, tag: string) {
  const { session, url } = await openDevtools(context);
  const { origin } = new URL(url);
  // Chromium reports registrations only once, when the domain is enabled.
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      for (const { scopeURL, registrationId } of event.registrations)
        if (scopeURL === `${origin}/`) resolve(registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const event = { origin, registrationId, tag, lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', event);
}

/**
 * Starts Firefox through a script. The script unsets the variable by which
 * Playwright ends Firefox with any of its processes, because `killWorker` ends
 * one. It also writes down its process group, because other tests run Firefox.
 */
async function startFirefox(): Promise<Driver> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-firefox-'));
  const options = launchOptions('firefox');
  const { executablePath = firefox.executablePath() } = options;
  const script = path.join(folder, 'firefox');
  const groupsFile = path.join(folder, 'groups');
  const lines = [
    '#!/bin/sh',
    'unset MOZ_CRASHREPORTER_SHUTDOWN',
    `echo $$ >> '${groupsFile}'`,
    `exec '${executablePath}' "$@"`,
  ];
  fs.writeFileSync(script, lines.join('\n'), { mode: 0o755 });
  // Firefox runs workers in a process of their own.
  const killWorker = async () => {
    const groups = fs.readFileSync(groupsFile, 'utf8').trim().split('\n');
    const filter = ['-g', groups.join(), '^Isolated Servic'];
    execFileSync('pkill', ['-KILL', ...filter], { stdio: 'ignore' });
  };
  const launch = { ...options, executablePath: script };
  const driver = await startPlaywright(firefox, launch, () => ({ killWorker }));
  const close = async () => {
    await driver.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { ...driver, close };
}
