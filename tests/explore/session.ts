import assert from 'node:assert';
import { rmSync } from 'node:fs';
import { expect, test } from 'playwright/test';
import type { Values } from '../../src/form-definitions/form-definition.ts';
import type { FormName } from '../../src/form-definitions/forms.ts';
import type { Driver, Tab } from '../support/engines/engine.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { clickControl, writeSessionStorage } from '../support/gestures.ts';
import { accessStore, type StoredRecord } from '../support/indexed-db.ts';
import type { Records } from '../support/records.ts';
import type { SiteProcess } from '../support/site.ts';
import { translatePage } from '../support/translator.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** The longest wait in milliseconds, far longer than even a slow machine needs. */
export const maxWaitMs = 240_000;

export interface Environment {
  driver: Driver;
  site: SiteProcess;
  records: Records;
}

/** A submission that the page has accepted. */
export interface Message {
  form: FormName;
  values: Values;
  /** Whether the server refused the submission and the visitor did not retry it. */
  isRefused?: boolean;
  /** From this index on, no commit in the log may contain the removed submission. */
  removalIndex?: number;
}

/** A text that was typed and not yet submitted. */
export interface TypedText {
  values: Values;
  /** What the form showed earlier, with the last text at the end. */
  earlier: Values[];
  /** The time at which the page was loaded. */
  loadedAt: number;
}

/** A text of a closed or killed window of the app, which only the disk still has. */
export interface LeftText {
  /** The name of the text's draft (see `draftNameOf`). */
  draftName: string;
  values: Values;
}

/** A model of a visitor's session, with the browser that performs the session. */
export type Session = Awaited<ReturnType<typeof startSession>>;
/** An act of the visitor in a tab, or an event that happens to the browser. */
export type Action = ReturnType<typeof createAction>;

/**
 * An element must have the focus after `run`, unless `run` returns 'moved' (the tab
 * shows a new page) or 'elsewhere' (the action did not affect the tab's focus).
 */
export function createAction(
  name: string,
  can: (visit: Visit, session: Readonly<Session>) => boolean,
  run: (visit: Visit, session: Session) => Promise<unknown>,
) {
  return { name, can, run };
}

export const isAlwaysPossible = () => true;

/** Returns whether no dialog and no menu covers the page. */
export const hasNoOverlay = ({ snapshot: { dialog, menu } }: Visit) =>
  !dialog && !menu;

export async function startSession(environment: Environment, seed: number) {
  const { driver, site, records } = environment;
  await records.clear();
  const network = new FaultyProxy(site.origin);
  await network.open();

  // In every fourth session the browser translates each page.
  if (seed % 4 === 0) network.inject('page', `(${translatePage})()`);

  const profilePath = test.info().outputPath('profile');
  // 320 px is the width at 400 % zoom. At 800 px the header shows its links and
  // the menu's button.
  const windowSize = seed % 3 ? { width: 800 } : { width: 320, height: 256 };
  const browser = await driver.start({ ...windowSize, profile: profilePath });

  /** The accepted submissions by their id. */
  const messages = new Map<string, Message>();

  return {
    records,
    network,
    browser,
    tabs: [] as Visit[],
    messages,
    leftTexts: [] as LeftText[],
    steps: [] as string[],
    isCut: false,
    hasInstalledApp: false,
    hasNewVersion: false,
    /** Whether "Forget me" has deleted all receipts at least once. */
    hasForgotten: false,
    markRemoved(id: string) {
      const message = messages.get(id);
      if (message) message.removalIndex ??= network.commits;
    },
    async end() {
      await browser.close();
      await network.close();
      rmSync(profilePath, { recursive: true, force: true });
    },
  };
}

/** One tab or window of the app, its latest snapshot, and what the visitor did in it. */
export class Visit {
  snapshot!: Snapshot;
  submissions: StoredRecord[] = [];
  receipts: StoredRecord[] = [];
  /** Typed text that is not yet submitted, by the draft's name (see `draftNameOf`). */
  drafts = new Map<string, TypedText>();
  /** The tab's sessionStorage before its last submit. Undefined after later typing. */
  storedState: [string, string][] | undefined;
  /** Expanded questions and picked brands, by the key of the history entry. */
  choices = new Map<string, string>();
  /** Back and Forward can go at least this many steps within the site. */
  back = 0;
  forward = 0;
  /** Whether an element must have the focus after an action inside the page. */
  mustKeepFocus = false;
  /** The id of the form that was last found to show the right text. */
  checkedFormId: number | undefined;
  /** The `acceptedId` of each page load, because Back can restore an earlier one. */
  #acceptedIds = new Map<string, string | undefined>();

  /** Whether the tab is a window of the installed app. */
  readonly isApp: boolean;

  constructor(
    readonly tab: Tab,
    { isApp = false } = {},
  ) {
    this.isApp = isApp;
  }

  /** The id of the submission whose thank-you or refusal the page shows. */
  get acceptedId(): string | undefined {
    return this.#acceptedIds.get(this.snapshot.page);
  }

  set acceptedId(id: string | undefined) {
    this.#acceptedIds.set(this.snapshot.page, id);
  }

  async refresh(): Promise<Snapshot> {
    // Removes null, which WebKitWebDriver returns in place of undefined.
    const json = JSON.stringify(await this.tab.evaluate(takeSnapshot));
    this.snapshot = JSON.parse(json, (_key, value) => value ?? undefined);
    return this.snapshot;
  }

  /** Takes snapshots until the condition holds. Ignores failed snapshots. */
  waitFor(condition: (now: Snapshot) => boolean): Promise<void> {
    const isConditionMet = () => this.refresh().then(condition, () => false);
    return poll(isConditionMet, condition).toBe(true);
  }

  press(name: string, item?: string): Promise<boolean> {
    return this.tab.evaluate(clickControl, { name, item });
  }

  readStore(store = 'submissions') {
    return this.tab.evaluate(accessStore, { store });
  }

  /** Records that a link, the address bar or an edit led to the path `to`. */
  recordNavigation(to?: string, { path, key } = this.snapshot): void {
    // A navigation to the same address replaces the entry and its choices.
    if (to === path) this.choices.delete(key);
    else this.back += 1;
    this.forward = 0;
  }
}

export async function openTab(session: Session, path: string) {
  const tab = await session.browser.open();
  await tab.goto(session.network.origin + path);
  return startVisit(session, new Visit(tab));
}

/** Opens a page in a new window of the installed app. */
export async function openAppWindow(session: Session, path: string) {
  const { browser, network } = session;
  const tab = await browser.openApp?.(network.origin + path);
  assert(tab, 'This engine has no installed apps');
  session.hasInstalledApp = true;
  return startVisit(session, new Visit(tab, { isApp: true }));
}

/** Opens a page in a tab with this sessionStorage, as a browser that restores its tabs. */
export async function restoreTab(
  session: Session,
  path: string,
  storedState: [string, string][],
) {
  const tab = await session.browser.open();
  await tab.goto(`${session.network.origin}/about`);
  await tab.evaluate(writeSessionStorage, storedState);
  await tab.goto(session.network.origin + path);
  return startVisit(session, new Visit(tab));
}

async function startVisit(session: Session, visit: Visit) {
  session.tabs.push(visit);
  await visit.waitFor(({ isLoaded }) => isLoaded);
  return visit;
}

/** Polls until the value is as expected. An error of `read` ends the session. */
export function poll<Value>(
  read: () => Promise<Value>,
  message: unknown = read,
  intervals = [30],
) {
  const options = { timeout: maxWaitMs, intervals, message: `${message}` };
  return expect.poll(read, options);
}
