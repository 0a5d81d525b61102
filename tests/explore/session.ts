import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { FormName } from '../../src/descriptions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Browser, Driver, Tab } from '../support/engines/engine.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { type Held, inStore } from '../support/indexed-db.ts';
import type { Records } from '../support/records.ts';
import { asScript, translatePage } from '../support/translator.ts';
import { breakableDisk } from './disk.ts';
import { workers } from './gestures.ts';
import { look, type Snapshot } from './snapshot.ts';

/** What never comes within this time never will, however busy the machine. */
export const longestWait = 240_000;

/** What a session takes place in. */
export interface Environment {
  driver: Driver;
  site: string;
  records: Records;
  /** The profile is on disk, so that the browser can be killed. */
  canBeKilled?: boolean;
  /** The browser translates every page. */
  isTranslated?: boolean;
}

/** A submission as the visitor knows it. */
interface Message {
  id: string;
  form: FormName;
  values: Values;
  /**
   * Discarded, replaced by an edit, or never kept, when so many commits had
   * been sent: none of it may be sent later.
   */
  goneAt?: number;
  /** It was sent without being stored, and may have no receipt. */
  isDirect?: boolean;
}

/** One tab, what it shows, and what its visitor remembers of it. */
export interface VisitedTab {
  name: string;
  tab: Tab;
  snapshot: Snapshot;
  /** How many messages the outbox held. */
  unsent: number;
  /** What was accepted here last: it is thanked for, or refused. */
  accepted: string | undefined;
  /** The same by the history's entries: browsers may keep pages whole. */
  thanked: Map<string, string>;
  /** The entries whose form has said that it could neither keep nor send. */
  unkept: Set<string>;
  /** What is typed and not sent, by form and edited message. */
  drafts: Map<string, { words: Values; document: number }>;
  /** How far back and forward at least lead within the site. */
  back: number;
  forward: number;
  /** The last thing done here was in the page, which keeps the focus. */
  inPage: boolean;
}

/** A visitor's way through the site so far: the model and what it drives. */
export interface Session {
  environment: Environment;
  network: FaultyProxy;
  browser: Browser;
  /** A folder for what the browser keeps, where it can be killed. */
  profile: string | undefined;
  tabs: VisitedTab[];
  messages: Map<string, Message>;
  /** Refused for good, and not asked for again since. */
  refused: Set<string>;
  steps: string[];
  /** So many steps are taken at most. */
  limit: number;
  count: number;
  isOffline: boolean;
  isCut: boolean;
  versions: number;
  tabsOpened: number;
  /** All receipts were removed once. */
  hasForgotten: boolean;
}

/** What an action leaves behind: the focus in the page, or another page. */
export type Left = 'in page' | 'moved' | undefined;

/** Something that a visitor may do in a tab, or that may happen to them. */
export interface Action {
  name: string;
  can(visited: VisitedTab, session: Readonly<Session>): boolean;
  run(session: Session, visited: VisitedTab): Promise<Left>;
}

export async function begin(
  environment: Environment,
  limit: number,
): Promise<Session> {
  await environment.records.clear();
  const network = new FaultyProxy(environment.site);
  await network.open();
  network.inject('both', breakableDisk);
  if (environment.isTranslated) network.inject('page', asScript(translatePage));
  const profile = environment.canBeKilled
    ? mkdtempSync(path.join(tmpdir(), 'pear-explorer-'))
    : undefined;
  const session: Session = {
    environment,
    network,
    profile,
    // At this width the bar's links and the menu's button both show.
    browser: await environment.driver.start({
      width: 800,
      ...(profile && { profile }),
    }),
    tabs: [],
    messages: new Map(),
    refused: new Set(),
    steps: [],
    limit,
    count: 0,
    isOffline: false,
    isCut: false,
    versions: 0,
    tabsOpened: 0,
    hasForgotten: false,
  };
  const { tab } = await openTab(session, '/waitlist');
  await until('the worker is there', async () => {
    const { active } = await tab.evaluate(workers);
    return active;
  });
  return session;
}

export async function end(session: Session): Promise<void> {
  const { browser, network, profile } = session;
  await browser.close();
  await network.close();
  if (profile) rmSync(profile, { recursive: true, force: true });
}

export async function openTab(
  session: Session,
  path: string,
): Promise<VisitedTab> {
  const tab = await session.browser.open();
  await tab.goto(session.network.origin + path);
  session.tabsOpened += 1;
  const visited: VisitedTab = {
    name: `tab ${session.tabsOpened}`,
    tab,
    snapshot: await tab.evaluate(look),
    unsent: 0,
    accepted: undefined,
    thanked: new Map(),
    unkept: new Set(),
    drafts: new Map(),
    back: 0,
    forward: 0,
    inPage: false,
  };
  session.tabs.push(visited);
  await until('the page works', async () => (await glance(visited)).isWhole);
  return visited;
}

/** Looks again until it is as it must be. */
export async function until(
  what: string,
  see: () => Promise<boolean | string[]>,
): Promise<void> {
  const end = Date.now() + longestWait;
  for (;;) {
    const seen = await see();
    if (seen === true || (Array.isArray(seen) && seen.length === 0)) return;
    if (Date.now() > end) {
      throw new Error(Array.isArray(seen) ? seen.join('\n') : `Never: ${what}`);
    }
    await new Promise((go) => setTimeout(go, 30));
  }
}

export async function glance(visited: VisitedTab): Promise<Snapshot> {
  visited.snapshot = await visited.tab.evaluate(look);
  return visited.snapshot;
}

export function stored(
  { tab }: VisitedTab,
  store = 'submissions',
): Promise<Held[]> {
  return tab.evaluate(inStore, { store });
}
