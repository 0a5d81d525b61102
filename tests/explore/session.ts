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

/** In milliseconds; a slow machine stays far below it. */
export const longestWait = 240_000;

export interface Environment {
  driver: Driver;
  site: string;
  records: Records;
  /** The browser translates every page. */
  isTranslated?: boolean;
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
export type VisitedTab = ReturnType<typeof visitedTab>;
/** Something that a visitor can do in a tab, or that can happen to them. */
export type Action = ReturnType<typeof action>;

/** `run` returns 'moved' if the tab shows another page. */
export function action(
  name: string,
  run: (visited: VisitedTab, session: Session) => Promise<unknown>,
  can = (_visited: VisitedTab, _session: Readonly<Session>) => true,
) {
  return { name, run, can };
}

async function prepare(environment: Environment) {
  const { driver, site, records, isTranslated } = environment;
  await records.clear();
  const network = new FaultyProxy(site);
  await network.open();
  if (isTranslated) network.inject('page', `(${translatePage})()`);
  return {
    environment,
    network,
    browser: await driver.start(),
    tabs: [] as VisitedTab[],
    messages: new Map<string, Message>(),
    /** Messages that the server refused and the visitor did not retry. */
    refused: new Set<string>(),
    steps: [] as string[],
    count: 0,
    isOffline: false,
    tabsOpened: 0,
  };
}

function visitedTab(name: string, tab: Tab, snapshot: Snapshot) {
  const visited = {
    name,
    tab,
    snapshot,
    /** The number of messages in the outbox. */
    unsent: 0,
    /** The message that the page thanks for, or that was refused. */
    accepted: undefined as string | undefined,
    /** The same by history entry, because browsers may keep whole pages. */
    thanked: new Map<string, string>(),
    /** The least number of steps that Back and Forward can go in the site. */
    back: 0,
    forward: 0,

    async refresh(): Promise<Snapshot> {
      visited.snapshot = await tab.evaluate(takeSnapshot);
      return visited.snapshot;
    },
    /** Takes snapshots until the condition holds; a page may be loading. */
    waitFor: (condition: (now: Snapshot) => boolean): Promise<void> =>
      poll(async () => {
        const snapshot = await visited.refresh().catch(() => undefined);
        return snapshot !== undefined && condition(snapshot);
      }, condition).toBe(true),
    press: (name: string, item?: string): Promise<boolean> =>
      tab.evaluate(press, { name, item }),
    stored: (store = 'submissions') => tab.evaluate(accessStore, { store }),
    /** Records that a link, an address or an edit leads to this path. */
    recordNavigation(to?: string, before?: Snapshot): void {
      const { path } = before ?? visited.snapshot;
      // The same address replaces the entry.
      if (to !== path) visited.back += 1;
      visited.forward = 0;
    },
  };
  return visited;
}

export async function startSession(environment: Environment) {
  const session = await prepare(environment);
  const { tab } = await openTab(session, specs.waitlist.path);
  await poll(() => tab.evaluate(hasWorker, 'active')).toBe(true);
  return session;
}

export async function endSession({ browser, network }: Session) {
  await browser.close();
  await network.close();
}

export async function openTab(session: Session, path: string) {
  const tab = await session.browser.open();
  await tab.goto(session.network.origin + path);
  session.tabsOpened += 1;
  const name = `tab ${session.tabsOpened}`;
  const visited = visitedTab(name, tab, await tab.evaluate(takeSnapshot));
  session.tabs.push(visited);
  await visited.waitFor(({ isWhole }) => isWhole);
  return visited;
}

/** Polls until the value is as expected. What throws ends the session. */
export function poll<Value>(read: () => Promise<Value>, message?: unknown) {
  const options = { timeout: longestWait, intervals: [30] };
  return expect.poll(read, { ...options, message: `${message ?? read}` });
}
