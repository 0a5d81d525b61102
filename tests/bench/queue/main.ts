import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../../support/browsers.ts';
import { FaultyProxy } from '../../support/faulty-proxy.ts';
import { Records } from '../../support/records.ts';
import { startSite } from '../../support/site.ts';
import { visit } from '../../support/waitlist.ts';
import { type Contender, outbox, queue } from './contender.ts';
import { type PlainFault, plainFaults } from './faults.ts';
import { serveQueue } from './queue-site.ts';

/** How often a second reason to send is given before we give up. */
const nudges = 3;

/**
 * `npm run bench:queue`: the outbox and the usual choice, the Queue of
 * workbox-background-sync, under the same plain faults.
 */
export async function main(): Promise<void> {
  const site = await startSite();
  const served = await serveQueue(site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  const records = new Records(site.origin);
  const survived = { outbox: 0, queue: 0 };
  try {
    print('fault', 'outbox', 'Queue');
    for (const fault of plainFaults) {
      const ours = await meet(browser, outbox, fault, site.origin, records);
      const theirs = await meet(browser, queue, fault, served.origin, records);
      if (ours.fine) survived.outbox += 1;
      if (theirs.fine) survived.queue += 1;
      print(fault.name, ours.text, theirs.text);
    }
    const { length } = plainFaults;
    const [ours, theirs] = [survived.outbox, survived.queue];
    print('survived', `${ours} of ${length}`, `${theirs} of ${length}`);
    console.log(
      '\nBoth give records their ids; a queue of requests without would double what it sends twice.',
    );
  } finally {
    await browser.close();
    served.close();
    await site.stop();
  }
}

function print(...cells: string[]): void {
  console.log(cells.map((cell) => cell.padEnd(28)).join(''));
}

async function meet(
  browser: Browser,
  contender: Contender,
  { submissions = 1, before, after }: PlainFault,
  origin: string,
  records: Records,
): Promise<{ fine: boolean; text: string }> {
  await records.clear();
  const network = new FaultyProxy(origin);
  await network.open();
  const context = await browser.newContext({ baseURL: network.origin });
  try {
    const page = await context.newPage();
    const scene = { contender, page, network };
    await visit(page, contender.path);
    network.cut();
    await context.setOffline(true);
    for (let number = 1; number <= submissions; number += 1) {
      await contender.submit(page, `Message ${number}`);
    }
    const tried = network.commits;
    await before?.(scene);
    network.restore();
    await context.setOffline(false);
    await after?.(scene);
    for (let nudge = 0; nudge < nudges; nudge += 1) {
      if (await isEmptySoon(() => contender.left(page))) break;
      await contender.nudge(page);
    }
    const left = await contender.left(page);
    const sent = network.commits - tried;
    const stored = await records.list('careers');
    const texts = stored.map(({ fields }) => fields.message ?? '');
    return verdict(texts, submissions, left, sent);
  } finally {
    await context.close();
    await network.close();
  }
}

function verdict(
  stored: readonly string[],
  submitted: number,
  left: number,
  sent: number,
) {
  const different = new Set(stored).size;
  const lost = submitted - different - left;
  const words = [
    lost > 0 && `${lost} lost`,
    stored.length > different && `${stored.length - different} doubled`,
    left > 0 && `${left} still waiting`,
  ].filter(Boolean);
  const fine = words.length === 0;
  const what = fine ? 'stored once' : words.join(', ');
  return { fine, text: `${what} (${sent} sent)` };
}

/** Nothing waits any more, and nothing is on its way either. */
async function isEmptySoon(left: () => Promise<number>): Promise<boolean> {
  const end = Date.now() + 5000;
  for (let empty = 0; Date.now() < end; ) {
    empty = (await left().catch(() => 1)) === 0 ? empty + 1 : 0;
    if (empty === 5) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
