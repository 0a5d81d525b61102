import { execFileSync } from 'node:child_process';
import type { BrowserContext, BrowserType, LaunchOptions } from 'playwright';
import { recordConsole } from '../console.ts';
import type { Browser, Driver } from './engine.ts';

/**
 * Starts browsers through Playwright. Browsers without a profile or options are
 * contexts of one process. `extras` adds methods of a single engine.
 */
export async function startPlaywright(
  type: BrowserType,
  options: LaunchOptions = {},
  extras: (context: () => BrowserContext) => Partial<Browser> = () => ({}),
): Promise<Driver> {
  const shared = await type.launch(options);
  return {
    start: async ({ profile, width, height = 720, chromium } = {}) => {
      const chromiumOptions = type.name() === 'chromium' ? chromium : undefined;
      const viewportOptions = width ? { viewport: { width, height } } : {};
      const all = { ...options, ...chromiumOptions, ...viewportOptions };
      const startContext = () =>
        profile || chromiumOptions
          ? type.launchPersistentContext(profile ?? '', all)
          : shared.newContext(viewportOptions);
      let context = await startContext();
      const consoleLists = [recordConsole(context)];
      const kill = async () => {
        const closed = new Promise((resolve) => context.once('close', resolve));
        const filter = ['-P', String(process.pid), '-f', `${profile}`];
        execFileSync('pkill', ['-KILL', ...filter], { stdio: 'ignore' });
        await closed;
        context = await startContext();
        consoleLists.push(recordConsole(context));
      };
      return {
        open: () => context.newPage(),
        get consoleLines() {
          return consoleLists.flat();
        },
        ...(profile && { kill }),
        ...extras(() => context),
        close: () => context.close(),
      };
    },
    close: () => shared.close(),
  };
}
