import * as fs from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { serveFolder } from '../support/builds.ts';
import { startSite } from '../support/site.ts';
import { beside, isGood, type Row, tableOf } from './row.ts';

type Pair<T> = Record<'ours' | 'limit', T>;

/**
 * `npm run bench`: how fast pages load on a slow phone beside the limit, the
 * same pages without scripts; `--runs N` of each, 9 unless told.
 */
export async function main(args: string[]): Promise<number> {
  const options = { runs: { type: 'string', default: '9' } } as const;
  const runs = Number(parseArgs({ args, options }).values.runs);
  const site = await startSite();
  const bare = copyWithoutScripts();
  const ours = await serveFolder('dist', site.origin);
  const limit = await serveFolder(bare, site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs\n`,
  );

  /** On a phone that has seen nothing yet. */
  const onPhone =
    <T>(work: (page: Page, session: CDPSession, url: string) => Promise<T>) =>
    async (url: string): Promise<T> => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      });
      const page = await context.newPage();
      const found = await work(page, await context.newCDPSession(page), url);
      await context.close();
      return found;
    };

  const rows: Row[] = [];
  for (const address of ['/', '/waitlist']) {
    const urls = { ours: ours.origin + address, limit: limit.origin + address };
    // The server compresses at the first request; that is not measured.
    await inTurns(urls, 1, onPhone(loadSlowly));
    const loads = await inTurns(urls, runs, onPhone(loadSlowly));
    const threads = await inTurns(urls, runs, onPhone(timeOfThread));
    const lcp = {
      ours: loads.ours.map((vitals) => vitals.lcp),
      limit: loads.limit.map((vitals) => vitals.lcp),
    };
    const blocked = loads.ours.map((vitals) => vitals.blocked);
    rows.push(
      ...beside(`LCP of ${address}`, lcp, 1.05),
      { what: `TBT of ${address}`, unit: 'ms', values: blocked, most: 100 },
      ...beside(`Main thread in 10 s of ${address}`, threads, 2.2),
    );
  }
  console.log(tableOf(rows));
  await browser.close();
  ours.close();
  limit.close();
  await site.stop();
  fs.rmSync(bare, { recursive: true });
  return rows.every(isGood) ? 0 : 1;
}

function copyWithoutScripts(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  fs.cpSync('dist', folder, { recursive: true });
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((name) => name.endsWith('.html'))) {
    const file = path.join(folder, name);
    const scripts = /<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g;
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(scripts, ''));
  }
  return folder;
}

/** Each so many times; each turn begins with the other. */
async function inTurns<T>(
  urls: Pair<string>,
  runs: number,
  work: (url: string) => Promise<T>,
): Promise<Pair<T[]>> {
  const found: Pair<T[]> = { ours: [], limit: [] };
  const names = ['ours', 'limit'] as const;
  for (let run = 0; run < runs; run += 1) {
    const turn = run % 2 === 0 ? names : names.toReversed();
    for (const name of turn) found[name].push(await work(urls[name]));
  }
  return found;
}

async function loadSlowly(page: Page, session: CDPSession, url: string) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return visit(page, url);
}

async function visit(page: Page, url: string) {
  await page.goto(url, { timeout: 600_000 });
  await page.locator('main h1').waitFor();
  return page.evaluate(readVitals);
}

/** In the page, once nothing is loaded, painted or blocked for a second. */
async function readVitals(): Promise<{ lcp: number; blocked: number }> {
  const watch = (type: string) => {
    const seen: PerformanceEntry[] = [];
    const note = (list: PerformanceObserverEntryList) =>
      seen.push(...list.getEntries());
    new PerformanceObserver(note).observe({ type, buffered: true });
    return seen;
  };
  const paints = watch('largest-contentful-paint');
  const tasks = watch('longtask');
  const resources = () => performance.getEntriesByType('resource').length;
  const count = () => `${paints.length} ${tasks.length} ${resources()}`;
  let before: string;
  do {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (before !== count());
  const [first] = performance.getEntriesByName('first-contentful-paint');
  const blocked = tasks
    .filter(({ startTime }) => first && startTime >= first.startTime)
    .reduce((sum, { duration }) => sum + duration - 50, 0);
  return { lcp: paints.at(-1)?.startTime ?? Number.NaN, blocked };
}

/**
 * What a first visit costs: the processor time that the page's main thread
 * takes in its first ten seconds, at full speed. Unlike the other times it
 * hardly depends on what else this machine does.
 */
async function timeOfThread(page: Page, session: CDPSession, url: string) {
  const threadTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    return (found?.value ?? Number.NaN) * 1000;
  };
  await session.send('Performance.enable');
  const before = await threadTime();
  const over = new Promise((resolve) => setTimeout(resolve, 10_000));
  await visit(page, url);
  await over;
  return (await threadTime()) - before;
}
