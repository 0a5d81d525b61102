import { type BrowserContext, chromium, type Page } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { stopWorkers } from '../support/engines/chromium.ts';
import { killDescendants } from '../support/process-tree.ts';

/** A visitor's browser, with a profile that outlives its processes. */
export class Device {
  #starting: Promise<BrowserContext>;
  #tabs = new Map<number, Promise<Page>>();
  kills = 0;
  workerKills = 0;

  constructor(
    readonly profile: string,
    readonly origin: string,
  ) {
    this.#starting = this.#start();
  }

  #start(): Promise<BrowserContext> {
    const options = launchOptions('chromium');
    return chromium.launchPersistentContext(this.profile, options);
  }

  /** Opens the tab, where it is not open already. */
  tab(index: number): Promise<Page> {
    const open = this.#tabs.get(index) ?? this.#open();
    this.#tabs.set(index, open);
    open.catch(() => this.#tabs.delete(index));
    return open;
  }

  async #open(): Promise<Page> {
    const context = await this.#starting;
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    // Offline, pages come from the worker; before it is there, from nowhere.
    await page.goto(this.origin).catch(() => undefined);
    return page;
  }

  /** Where even closing it gets no answer. */
  forgetTab(index: number): void {
    this.#tabs.delete(index);
  }

  async closeTab(index: number): Promise<void> {
    const tab = this.#tabs.get(index);
    this.#tabs.delete(index);
    await (await tab)?.close().catch(() => undefined);
  }

  async setOffline(offline: boolean): Promise<void> {
    await (await this.#starting).setOffline(offline).catch(() => undefined);
  }

  /** SIGKILL, and a new start with the same profile. */
  async kill(): Promise<void> {
    const context = await this.#starting;
    const closed = new Promise((resolve) => context.once('close', resolve));
    killDescendants(process.pid, (line) => line.includes(this.profile));
    this.kills += 1;
    this.#tabs.clear();
    this.#starting = closed.then(() => this.#start());
    await this.#starting;
  }

  async killWorkers(): Promise<void> {
    await stopWorkers(await this.#starting);
    this.workerKills += 1;
  }

  async close(): Promise<void> {
    await (await this.#starting).close();
  }
}
