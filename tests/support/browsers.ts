import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { chromium, firefox, webkit } from 'playwright';
import { runProgram } from './processes.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

const playwrightBrowsers = { chromium, firefox, webkit };
/** Programs of Linux distributions that can replace Playwright's browsers. */
const systemPrograms = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
  webkit: ['WebKitWebDriver'],
};
const debianPackages = {
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'],
};

export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/** Returns the system's browser, or undefined if Playwright's is installed. */
export function findSystemBrowser(engine: Engine): string | undefined {
  return existsSync(playwrightBrowsers[engine].executablePath())
    ? undefined
    : systemPrograms[engine].map(findProgram).find(Boolean);
}

/**
 * Features that no test needs. The popups of the address bar start a renderer
 * for each window. Chromium obeys only the last such list, so this list repeats
 * the features that Playwright disables.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,HttpsUpgrades,LensOverlay',
  'DestroyProfileOnBrowserClose,MediaRouter,DialMediaRouteProvider,Translate',
  'OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning',
].join();

export function launchOptions(engine: 'chromium' | 'firefox') {
  const executablePath = findSystemBrowser(engine);
  if (engine === 'firefox')
    return executablePath ? { channel: 'moz-firefox', executablePath } : {};
  return {
    // Playwright's default, the headless shell, has no Background Sync.
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [`--disable-features=${disabledFeatures}`],
  };
}

/** Installs a missing browser by Playwright, or as root by Debian's apt-get. */
export function ensureBrowser(engine: Engine): void {
  const downloaded = playwrightBrowsers[engine].executablePath();
  if (existsSync(downloaded) || findSystemBrowser(engine)) return;
  console.log(`No ${engine} is installed: trying to install it.`);
  const options = { stdio: 'ignore' } as const;
  const download = ['node_modules/playwright/cli.js', 'install', engine];
  if (
    engine !== 'webkit' &&
    runProgram(process.execPath, download, options).isFine
  )
    return;
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', [...install, ...debianPackages[engine]], options);
}
