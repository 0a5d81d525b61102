import type { FormName } from '../../src/form-definitions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Driver, Tab } from '../support/engines/engine.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { specs } from '../support/forms.ts';
import { inStore } from '../support/indexed-db.ts';
import type { Records } from '../support/records.ts';
import { translatePage } from '../support/translator.ts';
import { hasWorker } from './gestures.ts';
import { look, type Snapshot } from './snapshot.ts';

/** What never comes within this time never will, however busy the machine. */
export const longestWait = 240_000;

/** What a session takes place in. */
export interface Environment {
  driver: Driver;
  site: string;
  records: Records;
  /** The browser translates every page. */
  isTranslated?: boolean;
}

/** A submission as the visitor knows it. */
interface Message {
  id: string;
  form: FormName;
  values: Values;
  /**
   * How many commits had been sent when the message was discarded or replaced
   * by an edit: it must not be sent later.
   */
  goneAt?: number;
}

/** A visitor's way through the site so far: the model and what it drives. */
export type Session = Awaited<ReturnType<typeof prepare>>;
/** One tab, what it shows, and what its visitor remembers of it. */
export type VisitedTab = ReturnType<typeof recordTab>;

/** Something that a visitor may do in a tab, or that may happen to them. */
export type Action = ReturnType<typeof action>;

/**
 * `run` says 'moved' where another page has come, and 'elsewhere' where nothing
 * was done in this one; otherwise the focus is left in the page.
 */
export function action(
  name: string,
  run: (visited: VisitedTab, session: Session) => Promise<unknown>,
  can = (_visited: VisitedTab, _session: Readonly<Session>) => true,
) {
  return { name, run, can };
}

async function prepare(environment: Environment, limit: number) {
  const { driver, site, records, isTranslated } = environment;
  await records.clear();
  const network = new FaultyProxy(site);
  await network.open();
  if (isTranslated) network.inject('page', `(${translatePage})()`);
  return {
    environment,
    network,
    // At this width the bar's links and the menu's button both show.
    browser: await driver.start({ width: 800 }),
    tabs: [] as VisitedTab[],
    messages: new Map<string, Message>(),
    /** Refused for good, and not asked for again since. */
    refused: new Set<string>(),
    steps: [] as string[],
    /** So many steps are taken at most. */
    limit,
    count: 0,
    isOffline: false,
    isCut: false,
    versions: 0,
    tabsOpened: 0,
    /** All receipts were removed once. */
    hasForgotten: false,
  };
}

function recordTab(name: string, tab: Tab, snapshot: Snapshot) {
  return {
    name,
    tab,
    snapshot,
    /** How many messages the outbox held. */
    unsent: 0,
    /** What was accepted here last: it is thanked for, or refused. */
    accepted: undefined as string | undefined,
    /** The same by the history's entries: browsers may keep pages whole. */
    thanked: new Map<string, string>(),
    /** What is typed and not sent, by form and edited message. */
    drafts: new Map<string, { words: Values; document: number }>(),
    /** How far back and forward at least lead within the site. */
    back: 0,
    forward: 0,
    /** The last thing done here was in the page, which keeps the focus. */
    inPage: false,
  };
}

export async function begin(environment: Environment, limit: number) {
  const session = await prepare(environment, limit);
  const { tab } = await openTab(session, specs.waitlist.path);
  await until(() => tab.evaluate(hasWorker, 'active'));
  return session;
}

export async function end({ browser, network }: Session) {
  await browser.close();
  await network.close();
}

export async function openTab(session: Session, path: string) {
  const tab = await session.browser.open();
  await tab.goto(session.network.origin + path);
  session.tabsOpened += 1;
  const name = `tab ${session.tabsOpened}`;
  const visited = recordTab(name, tab, await tab.evaluate(look));
  session.tabs.push(visited);
  await sees(visited, ({ isWhole }) => isWhole);
  return visited;
}

/** Looks again until it is as it must be. */
export async function until(see: () => Promise<boolean | string[]>) {
  const end = Date.now() + longestWait;
  for (;;) {
    const seen = await see();
    if (seen === true || (Array.isArray(seen) && seen.length === 0)) return;
    if (Date.now() > end) {
      throw new Error(Array.isArray(seen) ? seen.join('\n') : `Never: ${see}`);
    }
    await new Promise((go) => setTimeout(go, 30));
  }
}

/** Looks at a tab until it is so; it may be between two pages. */
export function sees(visited: VisitedTab, isSo: (now: Snapshot) => boolean) {
  return until(async () => {
    const snapshot = await glance(visited).catch(() => undefined);
    return snapshot && isSo(snapshot) ? [] : [`Never: ${isSo}`];
  });
}

export async function glance(visited: VisitedTab): Promise<Snapshot> {
  visited.snapshot = await visited.tab.evaluate(look);
  return visited.snapshot;
}

export function stored({ tab }: VisitedTab, store = 'submissions') {
  return tab.evaluate(inStore, { store });
}
