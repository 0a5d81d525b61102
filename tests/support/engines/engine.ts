/** One page of a browser, driven the way every engine can. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function, which must hold all it needs, in the page. */
  evaluate<Result, Argument = undefined>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Types into the field with this label, over what it holds. */
  fill(label: string, text: string): Promise<void>;
  click(buttonName: string): Promise<void>;
  key(name: 'Escape'): Promise<void>;
  /** What the page shows, as its visitor reads it. */
  text(): Promise<string>;
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
  /** How wide the window is, in CSS pixels. */
  width?: number;
  /** A profile on disk, so that `kill` loses nothing but the process. */
  profile?: string;
  /** Pages that are left stay as they are, for a while. */
  backForwardCache?: boolean;
  /** Background Sync that retries within seconds. */
  fastSync?: boolean;
}

/** What starts browsers; shared by the tests of one process. */
export interface Driver {
  start(needs?: Needs): Promise<Browser>;
  close(): Promise<void>;
}
