import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Browser, Driver, Tab } from '../../support/engines/engine.ts';
import { startRealTabs } from '../../support/engines/real-tabs.ts';
import { createValues } from '../../support/forms.ts';
import { clickControl, fillForm } from '../../support/gestures.ts';
import type { Contestant } from './contestants.ts';
import * as inPage from './page-functions.ts';

/**
 * Chromium fires sync events while a network is only emulated as offline. With this
 * delay, in seconds, not all three of its attempts fail before the network returns.
 */
const defaultSyncDelay = 15;

/** Makes Chromium repeat a failed sync event after seconds instead of minutes. */
function createSyncArgs(delaySeconds: number): string[] {
  const params = [
    `initial_retry_delay_sec/${delaySeconds}`,
    'retry_delay_factor/1',
    'max_sync_attempts/3',
    'min_recovery_time_sec/1',
  ];
  return [
    '--force-fieldtrials=BackgroundSync/Fast',
    `--force-fieldtrial-params=BackgroundSync.Fast:${params.join('/')}`,
  ];
}

const pollDelay = 50;
const statementTimeout = 40_000;
/** How long the trial waits for a delivery before it counts the message as not sent. */
const deliveryTimeout = 30_000;

export interface TrialOptions {
  /** Whether tabs must be able to freeze. */
  realTabs?: boolean;
  /** Time in seconds between a failed sync event and the next. */
  syncDelay?: number;
}

/** When the server got the message. */
type Occasion = 'at once' | 'waits' | 'next visit' | 'sent when undone';

interface OpenTab {
  tab: Tab;
  statements: inPage.Statement[];
  isFrozen: boolean;
}

/** One fault with one contestant: the browser, its tabs, and one message. */
export class Trial {
  readonly values = createValues('careers', 1);
  /** What the pages have said about the message, in order. */
  readonly said: inPage.Statement[] = [];
  /** Whether a page said "Sent" before the server had the message. */
  isSentUntrue = false;
  /** Whether the form showed the text when the page last said that it failed. */
  hasTextAfterError = false;
  /** Undefined until the server has the message. */
  #delivery: Occasion | undefined;
  #tabs: OpenTab[] = [];
  #profile = '';

  constructor(
    readonly contestant: Contestant,
    readonly browser: Browser,
  ) {}

  static async start(
    contestant: Contestant,
    driver: Driver,
    { realTabs = false, syncDelay = defaultSyncDelay }: TrialOptions,
  ): Promise<Trial> {
    await contestant.records.clear();
    const chromium = { args: createSyncArgs(syncDelay) };
    if (realTabs) return new Trial(contestant, await startRealTabs(chromium));

    const profile = fs.mkdtempSync(path.join(tmpdir(), 'pear-peers-'));
    const browser = await driver.start({ profile, chromium });
    const trial = new Trial(contestant, browser);
    trial.#profile = profile;
    return trial;
  }

  get network() {
    return this.contestant.network;
  }

  /** Opens the form in a new tab, after `script` has run in that tab. */
  async open(script?: string): Promise<Tab> {
    const tab = await this.browser.open();
    if (script) await (tab as Page).addInitScript(script);

    const { path, network, hasWorker } = this.contestant;
    await tab.goto(network.origin + path);
    await tab.evaluate(inPage.recordStatements, {
      saved: 'Saved on this device.',
      sent: 'Sent.',
      error: 'Something went wrong.',
    });
    await waitUntil(() => tab.evaluate(inPage.isPageReady), statementTimeout);
    if (hasWorker) await tab.evaluate(inPage.waitForWorker);
    this.#tabs.push({ tab, statements: [], isFrozen: false });
    return tab;
  }

  /** Fills in the form, presses its button, and waits until the page says something. */
  async submit(tab: Tab): Promise<void> {
    await this.press(tab);
    await this.waitForStatement();
  }

  /** Fills in the form and presses its button. */
  async press(tab: Tab): Promise<void> {
    await tab.evaluate(fillForm, this.values);
    await tab.evaluate(clickControl, { name: 'Submit' });
  }

  async waitForStatement(timeout = statementTimeout): Promise<void> {
    await waitUntil(async () => {
      await this.observe();
      return this.said.length > 0;
    }, timeout);
  }

  /** Waits for the number of attempts to send, at most as long as for a delivery. */
  async waitForAttempts(count: number): Promise<void> {
    await waitUntil(async () => {
      await this.observe();
      return this.network.commits >= count;
    }, deliveryTimeout);
  }

  /** Lets time pass, and records what the tabs say meanwhile. */
  async wait(ms: number): Promise<void> {
    await waitUntil(async () => {
      await this.observe();
      return false;
    }, ms);
  }

  /** Waits until no worker of the site is being installed. */
  async waitForWorkers(tab: Tab): Promise<void> {
    await waitUntil(
      async () => !(await tab.evaluate(inPage.isWorkerInstalling)),
      statementTimeout,
    );
  }

  async goOffline(): Promise<void> {
    this.network.cut();
    await this.browser.setOffline?.(true);
  }

  async goOnline(): Promise<void> {
    this.network.restore();
    if (this.browser.setOffline) return this.browser.setOffline(false);
    for (const { tab, isFrozen } of this.#tabs)
      if (!isFrozen) await tab.evaluate(inPage.dispatchOnline);
  }

  async closeTab(tab: Tab): Promise<void> {
    // A visitor reads what the page says.
    await this.wait(1000);
    this.#tabs = this.#tabs.filter((openTab) => openTab.tab !== tab);
    await tab.close();
    // A visitor comes back later. Until then the browser has released the tab's locks.
    await sleep(1000);
  }

  async setFrozen(tab: Tab, isFrozen: boolean): Promise<void> {
    const openTab = this.#tabs.find((candidate) => candidate.tab === tab);
    if (openTab) openTab.isFrozen = isFrozen;
    await (
      tab as Tab & { setFrozen(isFrozen: boolean): Promise<void> }
    ).setFrozen(isFrozen);
  }

  /** Lets the browser store nothing more, until the tab closes. */
  async refusePuts(tab: Tab): Promise<void> {
    const page = tab as Page;
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', {
      origin: this.network.origin,
      quotaSize: 1,
    });
    // Chromium trusts its last measurement of the free space for 30 seconds.
    await this.wait(31_000);
  }

  /** Kills the browser and starts it again. */
  async kill(): Promise<void> {
    await this.observe();
    this.#tabs = [];
    await this.browser.kill?.();
  }

  /** Waits until the server has the message, and records at which occasion. */
  async settle(occasion: Occasion = 'at once'): Promise<void> {
    await waitUntil(async () => {
      await this.observe();
      return (await this.countStored()) > 0;
    }, deliveryTimeout);
    if ((await this.countStored()) > 0) this.#delivery ??= occasion;
  }

  /** If the server has no message, leaves the site, opens the form again, and waits. */
  async visitAgain(): Promise<void> {
    if (this.#delivery) return;
    for (const { tab } of this.#tabs) await this.closeTab(tab);
    await this.open();
    await this.settle('next visit');
  }

  async countStored(): Promise<number> {
    const records = await this.contestant.records.list('careers');
    return records.filter(({ fields }) => fields.email === this.values.email)
      .length;
  }

  /** Reads what the open tabs say. */
  async observe(): Promise<void> {
    for (const openTab of this.#tabs) {
      if (openTab.isFrozen) continue;
      const { tab } = openTab;
      const statements = await tab.evaluate(inPage.readStatements);
      const added = statements.slice(openTab.statements.length);
      openTab.statements = statements;
      this.said.push(...added);

      // The server stores a record before it answers, so this read is not too early.
      if (added.includes('sent') && (await this.countStored()) === 0)
        this.isSentUntrue = true;
      if (added.includes('error')) {
        const text = this.values.email ?? '';
        this.hasTextAfterError = await tab.evaluate(inPage.hasFormText, text);
      }
    }
  }

  /** Says in a few words what has become of the message. */
  async judge(): Promise<string> {
    await this.wait(1000);
    const count = await this.countStored();
    if (count > 1) return 'doubled';
    if (count === 1) return this.#describeDelivery();

    const isTold = this.said.at(-1) === 'error';
    if (isTold && this.hasTextAfterError) return 'told';
    if (await this.#isHeld()) return 'stuck';
    if (isTold) return 'lost, told';
    return this.said.length > 0 ? 'lost, untrue' : 'lost, silent';
  }

  #describeDelivery(): string {
    const showsError = this.#tabs.some(
      ({ statements }) => statements.at(-1) === 'error',
    );
    const words = [
      this.said.includes('error') ? 'told' : '',
      this.#delivery === 'at once' ? '' : (this.#delivery ?? 'late'),
      this.isSentUntrue || showsError ? 'untrue' : '',
    ];
    return words.filter(Boolean).join(', ') || 'ok';
  }

  /** Whether the browser still has the message. */
  async #isHeld(): Promise<boolean> {
    const tab = await this.browser.open();
    await tab.goto(`${this.network.origin}/favicon.svg`);
    const isHeld = await tab.evaluate(
      inPage.isTextStored,
      this.values.email ?? '',
    );
    await tab.close();
    return isHeld;
  }

  async end(): Promise<void> {
    this.network.restore();
    await this.network.heal();
    await this.contestant.deploy('first');
    await this.browser.close().catch(console.warn);
    if (this.#profile)
      fs.rmSync(this.#profile, { recursive: true, force: true });
  }
}

/** Polls until the condition holds, or until the time is over. */
async function waitUntil(
  condition: () => Promise<boolean>,
  timeout: number,
): Promise<void> {
  const endTime = performance.now() + timeout;
  while (!(await condition()) && performance.now() < endTime)
    await sleep(pollDelay);
}
