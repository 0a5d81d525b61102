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
  context: BrowserContext,
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
      const special = optionsFor(needs);
      const { profile } = needs;
      if (profile !== undefined) {
        return startDurable(type, { ...options, ...special }, profile, extras);
      }
      const process = special
        ? await type.launch({ ...options, ...special })
        : shared;
      const { width } = needs;
      const context = await process.newContext(
        width ? { viewport: { width, height: 720 } } : {},
      );
      return {
        ...browserOf(context, extras),
        close: () => (special ? process.close() : context.close()),
      };
    },
    close: () => shared.close(),
  };
}

function browserOf(context: BrowserContext, extras: Extras): Browser {
  return {
    open: async () => tabOf(await context.newPage()),
    consoleLines: readConsole(context),
    close: () => context.close(),
    ...extras(context),
  };
}

/** With a profile on disk, and killed without a chance to tidy up. */
async function startDurable(
  type: BrowserType,
  options: LaunchOptions,
  profile: string,
  extras: Extras,
): Promise<Browser> {
  let context: BrowserContext | undefined;
  const running = async () => {
    context ??= await type.launchPersistentContext(profile, options);
    return context;
  };
  return {
    open: async () => tabOf(await (await running()).newPage()),
    kill: async () => {
      if (!context) return;
      const closed = new Promise((resolve) => context?.once('close', resolve));
      killDescendants(process.pid, (line) => line.includes(profile));
      await closed;
      context = undefined;
    },
    close: async () => {
      await context?.close();
    },
    ...extras(await running()),
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
