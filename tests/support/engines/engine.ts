import type { LaunchOptions } from 'playwright';

/** One page of a browser, driven the way every engine can. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function, which must hold all it needs, in the page. */
  evaluate<Result, Argument = undefined>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  key(name: 'Escape'): Promise<void>;
  close(): Promise<void>;
}

/** A browser with a profile that nobody has used before; some can do more. */
export interface Browser {
  open(): Promise<Tab>;
  /** What the engine knows as offline. */
  setOffline?(offline: boolean): Promise<void>;
  /** SIGKILL, and a new start with the same profile. */
  kill?(): Promise<void>;
  /** Ends the service worker's process or thread at once. */
  killWorker?(): Promise<void>;
  /** Sends a Background Sync event, as the browser would by itself. */
  sync?(tag: string): Promise<void>;
  /** Forbids the site Background Sync, as a visitor may. */
  denySync?(origin: string): Promise<void>;
  consoleLines?: readonly string[];
  close(): Promise<void>;
}

export interface Needs {
  /** The window's width in CSS pixels. */
  width?: number;
  /** Its height; WebKit's driver ignores it. */
  height?: number;
  /** A profile on disk, so that `kill` loses nothing but the process. */
  profile?: string;
  /** Launch options for Chromium; the other engines ignore them. */
  chromium?: LaunchOptions;
}

/** What starts browsers; shared by the tests of one process. */
export interface Driver {
  start(needs?: Needs): Promise<Browser>;
  close(): Promise<void>;
}
