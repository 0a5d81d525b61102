import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { chromium, firefox, webkit } from 'playwright';
import { runNode } from './processes.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

const own = { chromium, firefox, webkit };
/** What the system calls an engine, and what brings it on Debian. */
const systems = {
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium'],
  },
  firefox: { names: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] },
  webkit: {
    names: ['WebKitWebDriver'],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
};

function hasOwn(engine: Engine): boolean {
  return existsSync(own[engine].executablePath());
}

/** The path of the system's browser, where Playwright has none of its own. */
export function findSystems(engine: Engine): string | undefined {
  if (hasOwn(engine)) return undefined;
  return systems[engine].names.map(findProgram).find(Boolean);
}

export function hasBrowser(engine: Engine): boolean {
  return hasOwn(engine) || findSystems(engine) !== undefined;
}

/** Returns a program's path, as the shell would find it. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * What a test has no use for: the address bar's popups each take a renderer per
 * window. The last such list counts, so Playwright's own that matter are here.
 */
const useless = [
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,HttpsUpgrades,LensOverlay',
  'DestroyProfileOnBrowserClose,MediaRouter,DialMediaRouteProvider,Translate',
  'OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning',
].join();

/** Launch options for Chromium or Firefox as found. */
export function launchOptions(engine: 'chromium' | 'firefox') {
  const executablePath = findSystems(engine);
  if (engine === 'firefox')
    return executablePath ? { channel: 'moz-firefox', executablePath } : {};
  return {
    // Playwright's other Chromium, the headless shell, has no Background Sync.
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [`--disable-features=${useless}`],
  };
}

/**
 * Gets a browser that is not there: Playwright's download; else, as root on
 * Debian, a package.
 */
export function ensureBrowser(engine: Engine): void {
  const quietly = { stdio: 'ignore' } as const;
  if (hasBrowser(engine)) return;
  console.log(`No ${engine} is installed: trying to get it.`);
  if (engine !== 'webkit') {
    const install = ['node_modules/playwright/cli.js', 'install', engine];
    if (runNode(process.execPath, install, quietly).isFine) return;
  }
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return;
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  spawnSync('apt-get', ['update', '-qq'], quietly);
  spawnSync('apt-get', [...install, ...systems[engine].packages], quietly);
}
