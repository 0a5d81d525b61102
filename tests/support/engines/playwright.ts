import { execFileSync } from 'node:child_process';
import type { BrowserContext, BrowserType, LaunchOptions } from 'playwright';
import { readConsole } from '../console.ts';
import type { Browser, Driver } from './engine.ts';

/**
 * Starts browsers through Playwright. They are contexts of one process, unless
 * they need a profile or options. `extras` adds what only one engine can do.
 */
export async function startPlaywright(
  type: BrowserType,
  options: LaunchOptions = {},
  extras: (context: () => BrowserContext) => Partial<Browser> = () => ({}),
): Promise<Driver> {
  const shared = await type.launch(options);
  return {
    start: async ({ profile, chromium } = {}) => {
      const special = type.name() === 'chromium' ? chromium : undefined;
      const all = { ...options, ...special };
      const begin = () =>
        profile || special
          ? type.launchPersistentContext(profile ?? '', all)
          : shared.newContext();
      let context = await begin();
      const consoleLines = readConsole(context);
      const kill = async () => {
        const closed = new Promise((resolve) => context.once('close', resolve));
        const filter = ['-P', String(process.pid), '-f', `${profile}`];
        execFileSync('pkill', ['-KILL', ...filter], { stdio: 'ignore' });
        await closed;
        context = await begin();
      };
      return {
        open: () => context.newPage(),
        consoleLines,
        ...(profile && { kill }),
        ...extras(() => context),
        close: () => context.close(),
      };
    },
    close: () => shared.close(),
  };
}
