import { randomUUID } from 'node:crypto';
import { chromium } from 'playwright';
import { createSubmission } from '../../src/outbox/submission.ts';
import { launchOptions } from '../support/browsers.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { inStore } from '../support/indexed-db.ts';
import { Records } from '../support/records.ts';
import { startSite } from '../support/site.ts';
import { visit } from '../support/waitlist.ts';
import { beside, type Row, tableOf } from './row.ts';

const url = '/v1/projects/demo-pear/databases/(default)/documents:commit';
/** How many wait, and how often that is measured. */
const sizes = [
  [1, 9],
  [10, 5],
  [100, 3],
  [1000, 1],
] as const;

/**
 * `npm run bench:outbox`: what delivery through the outbox costs for each
 * submission, beside a bare loop of the same commits from the same page.
 */
export async function main(): Promise<void> {
  const site = await startSite();
  const network = new FaultyProxy(site.origin);
  await network.open();
  const records = new Records(site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  const page = await browser.newPage({ baseURL: network.origin });
  await visit(page, '/about');

  const deliver = async (count: number) => {
    network.cut();
    await page.evaluate(inStore, { put: submissions(count) });
    network.restore();
    const time = await page.evaluate(deliverAll, count);
    const left = await page.evaluate(inStore, {});
    if (left.length > 0) throw new Error(`${left.length} are still unsent`);
    return time / count;
  };
  /** What has just been delivered, once more under new ids. */
  const repeat = async (count: number) => {
    const bodies = network.log
      .slice(-count)
      .map(({ body, ids: [id = ''] }) => body.replaceAll(id, randomUUID()));
    return (await page.evaluate(commitAll, { url, bodies })) / count;
  };

  const rows: Row[] = [];
  await deliver(3);
  await repeat(3);
  for (const [count, rounds] of sizes) {
    await records.clear();
    const times = { outbox: [] as number[], 'bare loop': [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.outbox.push(await deliver(count));
      times['bare loop'].push(await repeat(count));
    }
    const stored = await records.count('careers');
    if (stored !== 2 * rounds * count) throw new Error(`${stored} are stored`);
    rows.push(...beside(`${count} waiting`, times));
  }
  console.log(tableOf(rows));
  await browser.close();
  await network.close();
  await site.stop();
}

function submissions(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const message = `Message ${index}. `.repeat(10).trim();
    const values = { name: 'Ada', email: 'ada@example.com', message };
    return createSubmission(randomUUID(), 'careers', values, Date.now());
  });
}

/** In the page: has what waits delivered; returns the milliseconds it took. */
async function deliverAll(count: number): Promise<number> {
  const news = new BroadcastChannel('pear-outbox');
  const start = performance.now();
  await new Promise<void>((resolve) => {
    let delivered = 0;
    news.onmessage = () => {
      delivered += 1;
      if (delivered === count) resolve();
    };
    dispatchEvent(new Event('online'));
  });
  news.close();
  return performance.now() - start;
}

/** In the page: one fetch after the other, and nothing around them. */
async function commitAll({ url, bodies }: { url: string; bodies: string[] }) {
  const start = performance.now();
  for (const body of bodies) {
    const response = await fetch(url, { method: 'POST', body });
    await response.text();
    if (!response.ok) throw new Error(`Answered ${response.status}`);
  }
  return performance.now() - start;
}
