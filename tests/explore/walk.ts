import type { FormName } from '../../src/descriptions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import type { Browser, Driver, Tab } from '../support/engines/engine.ts';
import { type Held, inStore } from '../support/indexed-db.ts';
import { Network } from '../support/network.ts';
import type { Records } from '../support/records.ts';
import { look, openPill, type Sight, workers } from './inside.ts';
import { judge, saysNotLoaded, saysRefused } from './judge.ts';

/** So long a page may take to show what has become of something. */
const patience = 30_000;

/** What a walk goes through. */
export interface Ground {
  driver: Driver;
  site: string;
  records: Records;
}

/** A submission as the visitor knows it. */
interface Message {
  id: string;
  form: FormName;
  values: Values;
  /**
   * Discarded, or replaced by an edit, when so many commits had been sent: none
   * of it may be sent later.
   */
  goneAt?: number;
}

interface Draft {
  words: Values;
  /** Where it was typed last. */
  document: number;
}

/** One tab, what it shows, and what its visitor remembers of it. */
export interface Visited {
  name: string;
  tab: Tab;
  sight: Sight;
  /** How many messages the outbox held. */
  unsent: number;
  /** What was accepted here last: it is thanked for, or refused. */
  accepted: string | undefined;
  /** The same by the history's entries: browsers may keep pages whole. */
  thanked: Map<string, string>;
  /** What is typed and not sent, by form and edited message. */
  drafts: Map<string, Draft>;
  /** How far back and forward at least lead within the site. */
  back: number;
  forward: number;
  /** The last thing done here was in the page, which keeps the focus. */
  inPage: boolean;
}

/** A visitor's way through the site so far: the model and what it drives. */
export interface Walk {
  ground: Ground;
  network: Network;
  browser: Browser;
  tabs: Visited[];
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

/** What a step leaves behind: the focus in the page, or another page. */
export type Left = 'in page' | 'moved' | undefined;

/** Something that a visitor may do in a tab, or that may happen to them. */
export interface Deed {
  name: string;
  can(visited: Visited, walk: Readonly<Walk>): boolean;
  run(walk: Walk, visited: Visited): Promise<Left>;
}

/** Neither the sheet nor the menu is in the way. */
export const isFree = ({ sight: { sheet, menu } }: Visited) => !sheet && !menu;

export async function begin(ground: Ground, limit: number): Promise<Walk> {
  await ground.records.clear();
  const network = new Network(ground.site);
  await network.open();
  // At this width the bar's links and the menu's button both show.
  const browser = await ground.driver.start({ width: 800 });
  const walk: Walk = {
    ground,
    network,
    browser,
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
  const { tab } = await openTab(walk, '/waitlist');
  await until('the worker is there', async () => {
    const { active } = await tab.evaluate(workers);
    return active;
  });
  return walk;
}

export async function end(walk: Walk): Promise<void> {
  await walk.browser.close();
  await walk.network.close();
}

export async function openTab(walk: Walk, path: string): Promise<Visited> {
  const tab = await walk.browser.open();
  await tab.goto(walk.network.origin + path);
  walk.tabsOpened += 1;
  const visited: Visited = {
    name: `tab ${walk.tabsOpened}`,
    tab,
    sight: await tab.evaluate(look),
    unsent: 0,
    accepted: undefined,
    thanked: new Map(),
    drafts: new Map(),
    back: 0,
    forward: 0,
    inPage: false,
  };
  walk.tabs.push(visited);
  await until('the page works', async () => (await glance(visited)).isWhole);
  return visited;
}

/** Looks again until it is as it must be, or for as long as a page may take. */
export async function until(
  what: string,
  see: () => Promise<boolean | string[]>,
): Promise<void> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await see();
    if (seen === true || (Array.isArray(seen) && seen.length === 0)) return;
    if (Date.now() > end) {
      throw new Error(Array.isArray(seen) ? seen.join('\n') : `Never: ${what}`);
    }
    await new Promise((go) => setTimeout(go, 30));
  }
}

export async function glance(visited: Visited): Promise<Sight> {
  visited.sight = await visited.tab.evaluate(look);
  return visited.sight;
}

export function stored(
  { tab }: Visited,
  store = 'submissions',
): Promise<Held[]> {
  return tab.evaluate(inStore, { store });
}

/** Every page is as it must be; the one where something was done, closely. */
export async function check(walk: Walk, acted: Visited): Promise<void> {
  for (const visited of walk.tabs) {
    await until('the page is true', async () => {
      const sight = await glance(visited).catch(() => undefined);
      if (!sight) return ['the page cannot be read'];
      // It may give a page half a script of those that the worker holds.
      if (sight.isFirefox && !sight.isWhole && saysNotLoaded(sight)) {
        await visited.tab.reload();
        return ['the page was loaded anew, as it asked'];
      }
      const submissions = await stored(visited);
      // Only a thank-you tells of what has left the outbox.
      const receipts = sight.thanks ? await stored(visited, 'receipts') : [];
      visited.unsent = submissions.length;
      const outbox = { submissions, receipts: receipts.map(({ id }) => id) };
      const { never, notYet } = judge(walk, visited, sight, outbox);
      if (never.length > 0) throw new Error(at(visited, never));
      return notYet.length > 0 ? [at(visited, notYet)] : [];
    });
  }
  for (const { sight, accepted, thanked } of walk.tabs) {
    const isTold = sight.thanks !== undefined || saysRefused(sight);
    if (isTold && accepted) thanked.set(sight.entry, accepted);
  }
  const { sight } = acted;
  if (sight.pill && !sight.sheet && !sight.menu) await checkPill(acted);
}

/** It opens what it says; news may come between the two. */
function checkPill(visited: Visited): Promise<void> {
  return until('the pill counts what it opens', async () => {
    const seen = await visited.tab.evaluate(openPill);
    // WebDriver has no undefined.
    if (!seen) return [];
    if (typeof seen === 'string') return [at(visited, [seen])];
    const counts = [...seen.pill.matchAll(/\d+/g)].map(Number);
    const sum = counts.reduce((a, b) => a + b, 0);
    if (sum === seen.items) return [];
    return [at(visited, [`'${seen.pill}' opens ${seen.items} messages`])];
  });
}

function at({ name, sight }: Visited, problems: string[]): string {
  const seen = JSON.stringify({ ...sight, links: undefined });
  return `${name}: ${problems.join('; ')}\n${seen}`;
}

/** Ends all faults; each page that is open has a reason to deliver. */
export async function heal(walk: Walk): Promise<void> {
  walk.network.heal();
  walk.network.restore();
  if (walk.isOffline) await walk.browser.setOffline?.(false);
  walk.isOffline = false;
  walk.isCut = false;
  await wake(walk);
}

/** As a network does that comes back. */
export async function wake({ tabs }: Walk): Promise<void> {
  for (const { tab } of tabs) {
    await tab.evaluate(() => void dispatchEvent(new Event('online')));
  }
}

/** What is neither refused nor being edited is sent. */
export async function deliverAll(walk: Walk): Promise<void> {
  await heal(walk);
  let looks = 0;
  await until('all that may leave is sent', async () => {
    // A page that has just come may not listen yet.
    looks += 1;
    if (looks % 10 === 0) await wake(walk);
    const [first] = walk.tabs;
    if (!first) return true;
    const edited: (string | undefined)[] = [];
    for (const visited of walk.tabs) {
      const { form } = await glance(visited);
      if (form) edited.push(form.edits, visited.accepted);
    }
    return (await stored(first))
      .filter(({ id, state }) => state === 'queued' && !edited.includes(id))
      .map(({ id }) => `${id} is not sent`);
  });
}
