import type { LaunchOptions } from 'playwright';

/** A page of a browser, with the methods that every engine's driver has. */
export interface Tab {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Runs a function in the page. It cannot use variables of its module. */
  evaluate<Result, Argument = undefined>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  keyboard: { press(key: 'Escape'): Promise<void> };
  close(): Promise<void>;
}

/** Goes back or forward. Resolves when the tab has begun to leave its page or entry. */
export async function goInHistory(tab: Tab, direction: 'back' | 'forward') {
  // WebDriver's own Back skips the entries that a page adds without a user gesture.
  const navigate = (to: typeof direction) =>
    new Promise<void>((resolve) => {
      for (const type of ['popstate', 'pagehide'])
        addEventListener(type, () => resolve(), { once: true });
      history[to]();
    });

  // The browser may discard the result together with the page.
  await tab.evaluate(navigate, direction).catch(() => undefined);
}

/** A browser with a new profile. Not every engine has the optional methods. */
export interface Browser {
  open(): Promise<Tab>;
  /** Opens a window of the site as an installed app. Only a profile can have apps. */
  openApp?(url: string): Promise<Tab>;
  setOffline?(offline: boolean): Promise<void>;
  /** Kills the browser by SIGKILL and starts it again with the same profile. */
  kill?(): Promise<void>;
  killWorker?(): Promise<void>;
  sync?(tag: string): Promise<void>;
  denySync?(origin: string): Promise<void>;
  consoleLines?: readonly string[];
  close(): Promise<void>;
}

export interface BrowserSetup {
  /** The width of the window in CSS pixels. */
  width?: number;
  /** The height of the window in CSS pixels. WebKit's driver ignores it. */
  height?: number;
  /** The folder of the profile, which `kill` needs to start the browser again. */
  profile?: string;
  /** Launch options for Chromium; the other engines ignore them. */
  chromium?: LaunchOptions;
}

/** Starts browsers; the tests of a Playwright worker share a driver. */
export interface Driver {
  start(needs?: BrowserSetup): Promise<Browser>;
  close(): Promise<void>;
}
