import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { expect } from 'playwright/test';
import type { FormName } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Driver, Tab } from '../support/engines/engine.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { specs } from '../support/forms.ts';
import { hasWorker, press } from '../support/gestures.ts';
import { accessStore } from '../support/indexed-db.ts';
import type { Records } from '../support/records.ts';
import { translatePage } from '../support/translator.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** The longest wait in milliseconds. Even a slow machine stays far below it. */
export const longestWait = 240_000;

export interface Environment {
  driver: Driver;
  site: string;
  records: Records;
  /** Whether the browser translates every page. */
  isTranslated?: boolean;
  /** Whether the window is 320 x 256 px, as at 400 % zoom. */
  isSmall?: boolean;
}

/** A submission that the page has accepted. */
interface Message {
  id: string;
  form: FormName;
  values: Values;
  /**
   * The number of commits before the visitor discarded or replaced the message.
   * No later commit may contain it.
   */
  removedAt?: number;
}

/** The model of a visitor's session, and the browser that it drives. */
export type Session = Awaited<ReturnType<typeof prepare>>;
/** One tab, its latest snapshot, and what the visitor did in it. */
export type VisitedTab = ReturnType<typeof createVisitedTab>;
/** An act of the visitor in a tab, or an event that happens to the browser. */
export type Action = ReturnType<typeof action>;

/**
 * `run` returns 'moved' if the tab shows another page, and 'elsewhere' if the
 * action did nothing in this tab. Otherwise the focus must stay in the page.
 */
export function action(
  name: string,
  run: (visited: VisitedTab, session: Session) => Promise<unknown>,
  can = (_visited: VisitedTab, _session: Readonly<Session>) => true,
) {
  return { name, run, can };
}

async function prepare(environment: Environment, limit: number) {
  const { driver, site, records, isTranslated, isSmall } = environment;
  await records.clear();
  const network = new FaultyProxy(site);
  await network.open();
  if (isTranslated) network.inject('page', `(${translatePage})()`);
  const profile = mkdtempSync(path.join(tmpdir(), 'pear-explore-'));
  // At 800 px the header shows its links and the menu's button.
  const size = isSmall ? { width: 320, height: 256 } : { width: 800 };
  return {
    environment,
    network,
    profile,
    browser: await driver.start({ ...size, profile }),
    tabs: [] as VisitedTab[],
    messages: new Map<string, Message>(),
    /** Ids of messages that the server refused and the visitor did not retry. */
    refused: new Set<string>(),
    steps: [] as string[],
    /** The largest number of steps. */
    limit,
    count: 0,
    isOffline: false,
    isCut: false,
    versions: 0,
    tabsOpened: 0,
    /** Whether "Forget me" has deleted all receipts at least once. */
    hasForgotten: false,
  };
}

function createVisitedTab(name: string, tab: Tab, snapshot: Snapshot) {
  const visited = {
    name,
    tab,
    snapshot,
    /** The number of messages in the outbox. */
    unsent: 0,
    /** The id of the message that the page thanks for or reports as refused. */
    accepted: undefined as string | undefined,
    /** That id by history entry, because browsers may restore whole pages. */
    thanked: new Map<string, string>(),
    /** Text that was typed and not submitted, by the name from `draftOf`. */
    drafts: new Map<string, { words: Values; document: number }>(),
    /** Open answers and picked brands, by the key of the history entry. */
    choices: new Map<string, string>(),
    /** Back and Forward can go at least this many steps within the site. */
    back: 0,
    forward: 0,
    /** Whether the page must keep the focus after an action inside it. */
    keepsFocus: false,

    async refresh(): Promise<Snapshot> {
      visited.snapshot = await readSnapshot(tab);
      return visited.snapshot;
    },
    /** Takes snapshots until the condition holds. Ignores errors of page loads. */
    waitFor: (condition: (now: Snapshot) => boolean): Promise<void> =>
      poll(async () => {
        const snapshot = await visited.refresh().catch(() => undefined);
        return snapshot !== undefined && condition(snapshot);
      }, condition).toBe(true),
    press: (name: string, item?: string): Promise<boolean> =>
      tab.evaluate(press, { name, item }),
    stored: (store = 'submissions') => tab.evaluate(accessStore, { store }),
    /** Records a navigation to this path by a link, an address or an edit. */
    recordNavigation(to?: string, before?: Snapshot): void {
      const { path, key } = before ?? visited.snapshot;
      // A navigation to the same address replaces the entry and its choices.
      if (to === path) visited.choices.delete(key);
      else visited.back += 1;
      visited.forward = 0;
    },
  };
  return visited;
}

export async function startSession(environment: Environment, limit: number) {
  const session = await prepare(environment, limit);
  const { tab } = await openTab(session, specs.waitlist.path);
  await poll(() => tab.evaluate(hasWorker, 'active')).toBe(true);
  return session;
}

export async function endSession({ browser, network, profile }: Session) {
  await browser.close();
  await network.close();
  rmSync(profile, { recursive: true, force: true });
}

export async function openTab(session: Session, path: string) {
  const tab = await session.browser.open();
  await tab.goto(session.network.origin + path);
  session.tabsOpened += 1;
  const name = `tab ${session.tabsOpened}`;
  const visited = createVisitedTab(name, tab, await readSnapshot(tab));
  session.tabs.push(visited);
  await visited.waitFor(({ isWhole }) => isWhole);
  return visited;
}

/** Removes null, which WebKitWebDriver returns in place of undefined. */
async function readSnapshot(tab: Tab): Promise<Snapshot> {
  const json = JSON.stringify(await tab.evaluate(takeSnapshot));
  return JSON.parse(json, (_key, value) => value ?? undefined);
}

/** Polls until the value is as expected. An error of `read` ends the session. */
export function poll<Value>(read: () => Promise<Value>, message?: unknown) {
  const options = { timeout: longestWait, intervals: [30] };
  return expect.poll(read, { ...options, message: `${message ?? read}` });
}
