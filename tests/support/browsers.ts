import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { chromium, firefox, webkit } from 'playwright';
import { runProgram } from './processes.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

const playwrightBrowsers = { chromium, firefox, webkit };

/** Programs of Linux distributions that can replace Playwright's browsers. */
const systemBrowsers = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
  webkit: ['WebKitWebDriver'],
};
const debianPackages = {
  chromium: ['chromium', 'fonts-liberation'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'],
};

export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/** Returns the path of a system browser, unless Playwright's is installed. */
export function findSystemBrowser(engine: Engine): string | undefined {
  return existsSync(playwrightBrowsers[engine].executablePath())
    ? undefined
    : systemBrowsers[engine].map(findProgram).find(Boolean);
}

/**
 * Chromium features that no test needs. The address bar's popups would start a
 * renderer for each window. Chromium obeys only the last --disable-features, so
 * this list repeats the features that Playwright disables.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'HttpsUpgrades',
  'LensOverlay',
  'DestroyProfileOnBrowserClose',
  'MediaRouter',
  'DialMediaRouteProvider',
  'Translate',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

export function getLaunchOptions(engine: 'chromium' | 'firefox') {
  const executablePath = findSystemBrowser(engine);
  if (engine === 'firefox')
    return executablePath ? { channel: 'moz-firefox', executablePath } : {};
  return {
    // Playwright's default, the headless shell, has no Background Sync.
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [`--disable-features=${disabledFeatures.join(',')}`],
  };
}

/** Launches Chromium with the scrollbars of Windows, which Playwright hides otherwise. */
export const desktopBrowser = {
  ...getLaunchOptions('chromium'),
  ignoreDefaultArgs: ['--hide-scrollbars'],
};

/** Installs a missing browser by Playwright, or by apt-get if the user is root. */
export function ensureBrowser(engine: Engine): void {
  const playwrightPath = playwrightBrowsers[engine].executablePath();
  if (existsSync(playwrightPath) || findSystemBrowser(engine)) return;

  console.log(`No ${engine} is installed: trying to install it.`);
  const options = { stdio: 'ignore' } as const;
  if (engine !== 'webkit') {
    const downloadArgs = ['node_modules/playwright/cli.js', 'install', engine];
    const download = runProgram(process.execPath, downloadArgs, options);
    if (download.isFine) return;
  }

  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;

  const installArgs = ['install', '-y', '-qq', '--no-install-recommends'];
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', [...installArgs, ...debianPackages[engine]], options);
}
