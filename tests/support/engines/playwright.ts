import { execFileSync } from 'node:child_process';
import type { BrowserContext, BrowserType, LaunchOptions } from 'playwright';
import { recordConsole } from '../console.ts';
import type { Browser, Driver } from './engine.ts';

/**
 * Starts browsers through Playwright. Without a profile or options, a browser is only
 * a context in a shared process. `extras` adds methods that other engines lack.
 */
export async function startPlaywright(
  type: BrowserType,
  options: LaunchOptions = {},
  extras: (context: () => BrowserContext) => Partial<Browser> = () => ({}),
): Promise<Driver> {
  const sharedBrowser = await type.launch(options);
  return {
    start: async ({ profile, width, height = 720, chromium } = {}) => {
      const chromiumOptions = type.name() === 'chromium' ? chromium : undefined;
      const viewportOptions = width ? { viewport: { width, height } } : {};
      const settings = { ...options, ...chromiumOptions, ...viewportOptions };

      const startContext = () =>
        profile || chromiumOptions
          ? type.launchPersistentContext(profile ?? '', settings)
          : sharedBrowser.newContext(viewportOptions);

      let context = await startContext();
      const consoleLists = [recordConsole(context)];

      const restartBrowser = async () => {
        await killBrowser(context, `${profile}`);
        context = await startContext();
        consoleLists.push(recordConsole(context));
      };

      return {
        open: () => context.newPage(),
        get consoleLines() {
          return consoleLists.flat();
        },
        ...(profile && { kill: restartBrowser }),
        ...extras(() => context),
        close: () => context.close(),
      };
    },
    close: () => sharedBrowser.close(),
  };
}

/** Kills this process's browser with the profile by SIGKILL. */
export async function killBrowser(
  context: BrowserContext,
  profile: string,
): Promise<void> {
  const closePromise = new Promise((resolve) => context.once('close', resolve));
  const pkillArgs = ['-KILL', '-P', String(process.pid), '-f', profile];
  execFileSync('pkill', pkillArgs, { stdio: 'ignore' });
  await closePromise;
}
