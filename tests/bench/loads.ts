import * as fs from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { serveFolder } from '../support/builds.ts';
import { startSite } from '../support/site.ts';
import { compare, summarize } from './statistics.ts';

type Measure<T> = (page: Page, session: CDPSession, url: string) => Promise<T>;

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/**
 * `npm run bench -- RUNS`: measures how pages load on a slow phone, beside the
 * limit, which is the same pages without scripts.
 */
export async function main([runs = '9']: string[]): Promise<number> {
  const site = await startSite();
  const bare = copyWithoutScripts();
  const ours = await serveFolder('dist', site.origin);
  const limit = await serveFolder(bare, site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs`,
  );

  /** Measures both sites in turns, so that a slow minute slows both. */
  async function inTurns<T>(path: string, count: number, measure: Measure<T>) {
    const results = { ours: [] as T[], limit: [] as T[] };
    for (let run = 0; run < count; run += 1) {
      for (const name of ['ours', 'limit'] as const) {
        const context = await browser.newContext(phone);
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        const { origin } = name === 'ours' ? ours : limit;
        results[name].push(await measure(page, session, origin + path));
        await context.close();
      }
    }
    return results;
  }

  const rows = [];
  for (const path of ['/', '/waitlist']) {
    // The server compresses each file at its first request.
    await inTurns(path, 1, loadSlowly);
    const loads = await inTurns(path, Number(runs), loadSlowly);
    const threads = await inTurns(path, Number(runs), measureThread);
    const lcp = {
      ours: loads.ours.map((load) => load.lcp),
      limit: loads.limit.map((load) => load.lcp),
    };
    const blocked = loads.ours.map((load) => load.blocked);
    rows.push(
      ...compare(`LCP of ${path}`, lcp, 1.05),
      summarize(`TBT of ${path}`, 'ms', blocked, 100),
      ...compare(`Main thread in 10 s of ${path}`, threads, 2.2),
    );
  }
  console.table(rows, ['what', 'measured', 'spread', 'goal']);
  await browser.close();
  for (const server of [ours, limit, site]) await server.stop();
  fs.rmSync(bare, { recursive: true });
  return rows.every(({ isGood }) => isGood) ? 0 : 1;
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

async function loadSlowly(page: Page, session: CDPSession, url: string) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { timeout: 600_000 });
  return page.evaluate(readVitals);
}

/** Returns LCP and total blocking time in ms, after a second without events. */
async function readVitals(): Promise<{ lcp: number; blocked: number }> {
  const observe = (type: string) => {
    const entries: PerformanceEntry[] = [];
    new PerformanceObserver((list) =>
      entries.push(...list.getEntries()),
    ).observe({ type, buffered: true });
    return entries;
  };
  const paints = observe('largest-contentful-paint');
  const tasks = observe('longtask');
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
 * Measures the processor time in ms of the main thread in the page's first ten
 * seconds, because other programs hardly change the processor time.
 */
async function measureThread(page: Page, session: CDPSession, url: string) {
  const readThreadTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    return (found?.value ?? Number.NaN) * 1000;
  };
  await session.send('Performance.enable');
  const before = await readThreadTime();
  const isOver = new Promise((resolve) => setTimeout(resolve, 10_000));
  await page.goto(url, { timeout: 600_000 });
  await isOver;
  return (await readThreadTime()) - before;
}
