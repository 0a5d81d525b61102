import { randomUUID } from 'node:crypto';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { recordsOf } from '../../src/outbox/records.ts';
import {
  createSubmission,
  type Submission,
} from '../../src/outbox/submission.ts';
import { launchOptions } from '../support/browsers.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { inStore } from '../support/indexed-db.ts';
import { Records } from '../support/records.ts';
import { startSite } from '../support/site.ts';
import { visit } from '../support/waitlist.ts';
import { commitAll, deliverAll, longestTask, watchTasks } from './inside.ts';
import { sampleOf } from './row.ts';

const database = 'projects/demo-pear/databases/(default)';
/** How many wait, and how often that is measured. */
const sizes = [
  [1, 9],
  [10, 5],
  [100, 3],
  [1000, 1],
] as const;

const ways = ['outbox', 'bare'] as const;
type Way = (typeof ways)[number];

/**
 * `npm run bench:outbox`: what delivery through the outbox costs beside a bare
 * loop of the same commits from the same page; and how long a page with much
 * unsent keeps its visitor waiting.
 */
export async function main(): Promise<void> {
  const site = await startSite();
  const network = new FaultyProxy(site.origin);
  await network.open();
  const browser = await chromium.launch(launchOptions('chromium'));
  const context = await browser.newContext({ baseURL: network.origin });
  try {
    await compare(context, network, new Records(site.origin));
    await watchPages(context, network);
  } finally {
    await browser.close();
    await network.close();
    await site.stop();
  }
}

async function compare(
  context: BrowserContext,
  network: FaultyProxy,
  records: Records,
): Promise<void> {
  const page = await context.newPage();
  await visit(page, '/about');
  const url = `/v1/${database}/documents:commit`;
  const via: Record<Way, (count: number) => Promise<number>> = {
    outbox: (count) => viaOutbox(page, network, count),
    bare: (count) => {
      const bodies = submissions(count).map(commitOf);
      return page.evaluate(commitAll, { url, bodies });
    },
  };
  await via.outbox(3);
  await via.bare(3);
  console.log('Milliseconds per submission, median of the rounds:\n');
  console.log('queued   outbox    bare   outbox/bare');
  for (const [count, rounds] of sizes) {
    await records.clear();
    const times: Record<Way, number[]> = { outbox: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      // In turn, so that neither always has the warmer machine.
      const turn = round % 2 === 0 ? ways : ways.toReversed();
      for (const way of turn) {
        times[way].push((await via[way](count)) / count);
      }
    }
    const expected = ways.length * rounds * count;
    const stored = await records.count('careers');
    if (stored !== expected) throw new Error(`${stored}, not ${expected}`);
    const outbox = sampleOf(times.outbox).median;
    const bare = sampleOf(times.bare).median;
    const cells = [
      String(count).padStart(6),
      outbox.toFixed(1).padStart(8),
      bare.toFixed(1).padStart(7),
      (outbox / bare).toFixed(2).padStart(12),
    ];
    console.log(cells.join(' '));
  }
  await page.close();
}

async function viaOutbox(
  page: Page,
  network: FaultyProxy,
  count: number,
): Promise<number> {
  network.cut();
  await page.evaluate(inStore, { put: submissions(count) });
  network.restore();
  const time = await page.evaluate(deliverAll, count);
  const left = await page.evaluate(inStore, {});
  if (left.length > 0) throw new Error(`${left.length} are still unsent`);
  return time;
}

function submissions(count: number): Submission[] {
  return Array.from({ length: count }, (_, index) => {
    const message = `Message ${index}. `.repeat(10).trim();
    const values = { name: 'Ada', email: 'ada@example.com', message };
    return createSubmission(randomUUID(), 'careers', values, Date.now());
  });
}

function commitOf(submission: Submission): string {
  const stamp = { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' };
  const writes = recordsOf(submission).map(({ collection, fields }) => {
    const name = `${database}/documents/${collection}/${submission.id}`;
    const values = Object.entries(fields).map(
      ([field, stringValue]) => [field, { stringValue }] as const,
    );
    const update = { name, fields: Object.fromEntries(values) };
    return { update, updateTransforms: [stamp] };
  });
  return JSON.stringify({ writes });
}

/** Opens pages, with nothing and with much to send. */
async function watchPages(
  context: BrowserContext,
  network: FaultyProxy,
): Promise<void> {
  console.log('\nLongest task of the main thread (0: none of 50 ms):\n');
  await context.addInitScript(watchTasks);
  const page = await context.newPage();
  await visit(page, '/about');
  report('page opened, nothing queued', await page.evaluate(longestTask));
  network.cut();
  const count = 1000;
  await page.evaluate(inStore, { put: submissions(count) });
  await page.goto('/about');
  await page
    .getByRole('button', { name: `${count} messages waiting` })
    .waitFor({ timeout: 60_000 });
  report(`page opened, ${count} queued`, await page.evaluate(longestTask));
  network.restore();
  await page.evaluate(deliverAll, count);
  report(`while ${count} are delivered`, await page.evaluate(longestTask));
}

function report(what: string, milliseconds: number): void {
  console.log(`${what.padEnd(32)} ${Math.round(milliseconds)} ms`);
}
