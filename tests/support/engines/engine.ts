import type { LaunchOptions } from 'playwright';

/** A page of a browser, with what every engine's driver can do. */
export interface Tab {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Runs a function in the page; it may not use anything from outside. */
  evaluate<Result, Argument = undefined>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** A browser with a new profile. Not every engine has the optional methods. */
export interface Browser {
  open(): Promise<Tab>;
  setOffline?(offline: boolean): Promise<void>;
  /** Kills the browser by SIGKILL and starts it again with the same profile. */
  kill?(): Promise<void>;
  killWorker?(): Promise<void>;
  sync?(tag: string): Promise<void>;
  denySync?(origin: string): Promise<void>;
  consoleLines?: readonly string[];
  close(): Promise<void>;
}

export interface Setup {
  /** A folder for the profile, which `kill` needs. */
  profile?: string;
  /** Launch options for Chromium; the other engines ignore them. */
  chromium?: LaunchOptions;
}

/** Starts browsers; the tests of a Playwright worker share a driver. */
export interface Driver {
  start(needs?: Setup): Promise<Browser>;
  close(): Promise<void>;
}
