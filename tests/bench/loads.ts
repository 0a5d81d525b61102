import * as fs from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { serveBuild } from '../support/builds.ts';
import { startSite } from '../support/site.ts';
import { median } from './statistics.ts';

/** `maxRatio` limits the median ratio of pear's times to those without scripts. */
const metrics = [
  { name: 'LCP', measure: measureLcp, maxRatio: 1.05 },
  { name: 'Main thread in 10 s', measure: measureMainThread, maxRatio: 2.2 },
];

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/**
 * `npm run bench -- RUNS`: measures how pages load on a slow phone, and how much
 * slower they are than the same pages without scripts.
 */
export async function main([runs = '9']: string[]): Promise<number> {
  const site = await startSite();
  const scriptlessFolder = copyWithoutScripts();
  const pear = await serveBuild('dist', site.origin);
  const scriptless = await serveBuild(scriptlessFolder, site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs`,
  );
  let isWithinLimits = true;
  const rows = [];
  for (const path of ['/', '/waitlist']) {
    for (const { name, measure, maxRatio } of metrics) {
      const visit = async (origin: string) => {
        const context = await browser.newContext(phone);
        const page = await context.newPage();
        const cdp = await context.newCDPSession(page);
        const time = await measure(page, cdp, origin + path);
        await context.close();
        return time;
      };
      // Do not measure the first visits, because the server compresses files.
      for (const { origin } of [pear, scriptless]) await visit(origin);
      const times: { pear: number; limit: number }[] = [];
      // Alternate between the sites, so that a slow minute slows both.
      for (let run = 0; run < Number(runs); run += 1)
        times.push({
          pear: await visit(pear.origin),
          limit: await visit(scriptless.origin),
        });
      const ratios = times.map(({ pear, limit }) => pear / limit);
      isWithinLimits &&= median(ratios) <= maxRatio;
      rows.push({
        what: `${name} of ${path}`,
        'pear (ms)': median(times.map(({ pear }) => pear)).toFixed(),
        'limit (ms)': median(times.map(({ limit }) => limit)).toFixed(),
        ratio: median(ratios).toFixed(2),
        goal: `≤ ${maxRatio}`,
        runs: ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      });
    }
  }
  console.table(rows);
  await browser.close();
  for (const server of [pear, scriptless, site]) await server.stop();
  fs.rmSync(scriptlessFolder, { recursive: true });
  return isWithinLimits ? 0 : 1;
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
  return load(page, url);
}

async function load(page: Page, url: string) {
  await page.goto(url, { timeout: 600_000 });
  await page.locator('main h1').waitFor();
  return page.evaluate(readLcp);
}

/** Returns LCP after a second without a paint or a resource. */
async function readLcp() {
  let lcp = Number.NaN;
  const observer = new PerformanceObserver((list) => {
    lcp = list.getEntries().at(-1)?.startTime ?? lcp;
  });
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
  const readState = () =>
    `${lcp} ${performance.getEntriesByType('resource').length}`;
  let before: string;
  do {
    before = readState();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (before !== readState());
  return lcp;
}

/**
 * Measures the processor time of the main thread in the page's first ten
 * seconds. Other programs hardly affect this time.
 */
async function measureMainThread(page: Page, cdp: CDPSession, url: string) {
  const readTime = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    return (found?.value ?? Number.NaN) * 1000;
  };
  await cdp.send('Performance.enable');
  const before = await readTime();
  await Promise.all([load(page, url), sleep(10_000)]);
  return (await readTime()) - before;
}
