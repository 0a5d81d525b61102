import * as fs from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright';
import { getLaunchOptions } from '../support/browsers.ts';
import { serveBuild } from '../support/builds.ts';
import { startSite } from '../support/site.ts';
import { computeMedian } from './statistics.ts';

/** `maxRatio` limits the median of (time with scripts) / (time without scripts). */
const metrics = [
  { name: 'LCP', measure: measureLcp, maxRatio: 1.05 },
  { name: 'Main thread in 10 s', measure: measureMainThread, maxRatio: 2.2 },
  // The machine's other work lengthens single tasks, so this ratio has no limit.
  { name: 'Longest task', measure: measureLongestTask, maxRatio: Infinity },
];

const phoneOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/**
 * `npm run bench "--" RUNS`: measures how pages load on a slow phone, and how much
 * slower they are than the same pages without scripts.
 */
export async function main([runs = '9']: string[]): Promise<number> {
  const site = await startSite();
  const scriptlessFolder = copyWithoutScripts();
  const pearServer = await serveBuild('dist', site.origin);
  const scriptlessServer = await serveBuild(scriptlessFolder, site.origin);
  const browser = await chromium.launch(getLaunchOptions('chromium'));

  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs`,
  );

  let isWithinLimits = true;
  const tableRows = [];
  for (const path of ['/', '/waitlist']) {
    for (const { name, measure, maxRatio } of metrics) {
      const measureVisit = async (origin: string) => {
        const context = await browser.newContext(phoneOptions);
        const page = await context.newPage();
        const cdp = await context.newCDPSession(page);
        const time = await measure(page, cdp, origin + path);
        await context.close();
        return time;
      };

      // Do not measure the first visits, because they wait for the server's compression.
      for (const { origin } of [pearServer, scriptlessServer])
        await measureVisit(origin);

      const times: { pear: number; limit: number }[] = [];
      // Alternate between the sites, so that a slow minute slows both.
      for (let run = 0; run < Number(runs); run += 1) {
        times.push({
          pear: await measureVisit(pearServer.origin),
          limit: await measureVisit(scriptlessServer.origin),
        });
      }

      const ratios = times.map(({ pear, limit }) => pear / limit);
      isWithinLimits &&= computeMedian(ratios) <= maxRatio;

      tableRows.push({
        what: `${name} of ${path}`,
        'pear (ms)': computeMedian(times.map(({ pear }) => pear)).toFixed(),
        'limit (ms)': computeMedian(times.map(({ limit }) => limit)).toFixed(),
        ratio: computeMedian(ratios).toFixed(2),
        goal: Number.isFinite(maxRatio) ? `≤ ${maxRatio}` : '',
        runs: ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      });
    }
  }

  console.table(tableRows);
  await browser.close();
  for (const server of [pearServer, scriptlessServer, site])
    await server.stop();
  fs.rmSync(scriptlessFolder, { recursive: true });
  return isWithinLimits ? 0 : 1;
}

function copyWithoutScripts(): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  fs.cpSync('dist', folder, { recursive: true });

  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((name) => name.endsWith('.html'))) {
    const file = path.join(folder, name);
    const scriptPattern = /<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g;

    const html = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, html.replace(scriptPattern, ''));
  }

  return folder;
}

/** Measures LCP with a slow network and processor. */
async function measureLcp(page: Page, cdp: CDPSession, url: string) {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });

  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return loadAndReadLcp(page, url);
}

async function loadAndReadLcp(page: Page, url: string) {
  await page.goto(url, { timeout: 600_000 });
  await page.locator('main h1').waitFor();
  return page.evaluate(readLcp);
}

/** Returns the LCP, once no paint and no resource have followed for a second. */
async function readLcp() {
  let lcp = Number.NaN;
  const observer = new PerformanceObserver((list) => {
    lcp = list.getEntries().at(-1)?.startTime ?? lcp;
  });

  observer.observe({ type: 'largest-contentful-paint', buffered: true });

  const countResources = () => performance.getEntriesByType('resource').length;
  let previousLcp: number;
  let previousCount: number;
  do {
    previousLcp = lcp;
    previousCount = countResources();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (!Object.is(lcp, previousLcp) || countResources() !== previousCount);

  return lcp;
}

/**
 * Measures the processor time of the main thread in the page's first ten
 * seconds. Other programs hardly affect this time.
 */
async function measureMainThread(page: Page, cdp: CDPSession, url: string) {
  const readMainThreadTime = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const threadTimeMetric = metrics.find(({ name }) => name === 'ThreadTime');
    return (threadTimeMetric?.value ?? Number.NaN) * 1000;
  };

  await cdp.send('Performance.enable');
  const initialTime = await readMainThreadTime();
  await Promise.all([loadAndReadLcp(page, url), sleep(10_000)]);
  return (await readMainThreadTime()) - initialTime;
}

/**
 * Measures the longest task of the main thread until five seconds after the load event
 * with a slow processor. Returns 50 ms if no task takes longer.
 */
async function measureLongestTask(page: Page, cdp: CDPSession, url: string) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { timeout: 600_000 });
  // Playwright's own work in the page would be measured too.
  await sleep(5000);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const durations = list.getEntries().map(({ duration }) => duration);
          resolve(Math.max(...durations));
        });
        observer.observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve(50), 1000);
      }),
  );
}
