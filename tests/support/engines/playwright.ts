import { execFileSync } from 'node:child_process';
import type {
  BrowserContext,
  BrowserType,
  LaunchOptions,
  Page,
} from 'playwright';
import { readConsole } from '../console.ts';
import type { Browser, Driver, Tab } from './engine.ts';

/** What one engine can do on top of what they all can. */
type Extras = (
  current: () => BrowserContext,
) => Pick<Browser, 'killWorker' | 'sync' | 'setOffline' | 'denySync'>;

/**
 * Starts browsers through Playwright: a context of one process for each, or a
 * process of its own where it needs a profile or options.
 */
export async function startPlaywright(
  type: BrowserType,
  options: LaunchOptions = {},
  extras: Extras = () => ({}),
): Promise<Driver> {
  const shared = await type.launch(options);
  return {
    start: async (needs = {}) => {
      const { profile, width, height = 720 } = needs;
      const special = type.name() === 'chromium' && needs.chromium;
      const view = width ? { viewport: { width, height } } : {};
      const begin = () =>
        profile || special
          ? type.launchPersistentContext(profile ?? '', {
              ...options,
              ...special,
              ...view,
            })
          : shared.newContext(view);
      let context = await begin();
      const lists = [readConsole(context)];
      const kill = async () => {
        const closed = new Promise((resolve) => context.once('close', resolve));
        const ours = ['-P', String(process.pid), '-f', `${profile}`];
        execFileSync('pkill', ['-KILL', ...ours], { stdio: 'ignore' });
        await closed;
        context = await begin();
        lists.push(readConsole(context));
      };
      return {
        open: async () => tabOf(await context.newPage()),
        get consoleLines() {
          return lists.flat();
        },
        ...(profile && { kill }),
        ...extras(() => context),
        close: () => context.close(),
      };
    },
    close: () => shared.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (work, argument) =>
      page.evaluate(
        work as (argument: unknown) => ReturnType<typeof work>,
        argument,
      ),
    key: (name) => page.keyboard.press(name),
    close: () => page.close(),
  };
}
