import type {
  BrowserContext,
  BrowserType,
  LaunchOptions,
  Page,
} from 'playwright';
import { expect } from 'playwright/test';
import { readConsole } from '../console.ts';
import { killDescendants } from '../process-tree.ts';
import type { Browser, Driver, Needs, Tab } from './engine.ts';

/** What one engine can do on top of what they all can. */
type Extras = (
  current: () => BrowserContext,
) => Partial<Pick<Browser, 'killWorker' | 'sync' | 'setOffline' | 'denySync'>>;

/** Starts browsers through Playwright: one process, a context for each. */
export async function startPlaywright(
  type: BrowserType,
  options: LaunchOptions,
  {
    extras = () => ({}),
    optionsFor = () => undefined,
  }: {
    extras?: Extras;
    /** Launch options that need a process of their own. */
    optionsFor?: (needs: Needs) => LaunchOptions | undefined;
  } = {},
): Promise<Driver> {
  const shared = await type.launch(options);
  return {
    start: async (needs = {}) => {
      const { profile, width } = needs;
      const special = optionsFor(needs);
      const all = { ...options, ...special };
      const view = width ? { viewport: { width, height: 720 } } : {};
      if (profile !== undefined) {
        const begin = () =>
          type.launchPersistentContext(profile, { ...all, ...view });
        return startDurable(begin, profile, extras);
      }
      const process = special ? await type.launch(all) : shared;
      const context = await process.newContext(view);
      return {
        open: async () => tabOf(await context.newPage()),
        consoleLines: readConsole(context),
        ...extras(() => context),
        close: () => (special ? process.close() : context.close()),
      };
    },
    close: () => shared.close(),
  };
}

/** With a profile on disk, and killed without a chance to tidy up. */
async function startDurable(
  begin: () => Promise<BrowserContext>,
  profile: string,
  extras: Extras,
): Promise<Browser> {
  let context = await begin();
  const lists = [readConsole(context)];
  return {
    open: async () => tabOf(await context.newPage()),
    get consoleLines() {
      return lists.flat();
    },
    kill: async () => {
      const closed = new Promise((resolve) => context.once('close', resolve));
      killDescendants(process.pid, (line) => line.includes(profile));
      await closed;
      context = await begin();
      lists.push(readConsole(context));
    },
    close: () => context.close(),
    ...extras(() => context),
  };
}

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    reload: async () => {
      await page.reload();
    },
    // Playwright waits in vain for pages out of the back-forward cache.
    back: async () => {
      const left = page.url();
      // Later, so that the answer is not lost with the page.
      await page.evaluate(() => void setTimeout(() => history.back()));
      await expect
        .poll(() => page.evaluate(() => location.href).catch(() => left))
        .not.toBe(left);
    },
    evaluate: (work, argument) =>
      page.evaluate(
        work as (argument: unknown) => ReturnType<typeof work>,
        argument,
      ),
    fill: async (label, text) => {
      const field = page.getByLabel(label, { exact: true });
      if ((await field.getAttribute('type')) === 'checkbox') {
        return field.setChecked(text !== '');
      }
      // Over BiDi, text is added to what an email field holds.
      await field.evaluate((input: HTMLInputElement) => {
        input.value = '';
      });
      await field.fill(text);
    },
    click: (name) => page.getByRole('button', { name, exact: true }).click(),
    key: (name) => page.keyboard.press(name),
    text: async () => (await page.locator('body').textContent()) ?? '',
    close: () => page.close(),
  };
}
