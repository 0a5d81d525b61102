import * as fs from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { serveBuild } from '../support/builds.ts';
import { startSite } from '../support/site.ts';
import { compareRuns, summarize } from './statistics.ts';

type Measure = (page: Page, cdp: CDPSession, url: string) => Promise<Times>;
/** Times in milliseconds, by the name of the metric. */
type Times = Record<string, number>;

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
  const limitFolder = copyWithoutScripts();
  const pear = await serveBuild('dist', site.origin);
  const limit = await serveBuild(limitFolder, site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs`,
  );
  /** Alternates between the sites, so that a slow minute slows both. */
  const measureBoth = async (count: number, path: string, measure: Measure) => {
    const times: Times[][] = [[], []];
    for (let visit = 0; visit < 2 * count; visit += 1) {
      const { origin } = visit % 2 === 0 ? pear : limit;
      const context = await browser.newContext(phone);
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      times[visit % 2]?.push(await measure(page, cdp, origin + path));
      await context.close();
    }
    return (name: string) =>
      times.map((list) => list.map((all) => all[name] ?? Number.NaN));
  };

  const rows = [];
  for (const path of ['/', '/waitlist']) {
    // Do not measure the first visit, because the server then compresses files.
    await measureBoth(1, path, measureLoad);
    const loadTimes = await measureBoth(Number(runs), path, measureLoad);
    const threadTimes = await measureBoth(Number(runs), path, measureThread);
    const [blockingTimes = []] = loadTimes('blockingTime');
    rows.push(
      ...compareRuns(`LCP of ${path}`, loadTimes('lcp'), 1.05),
      summarize(`TBT of ${path}`, 'ms', blockingTimes, 100),
      ...compareRuns(`Main thread in 10 s of ${path}`, threadTimes('cpu'), 2.2),
    );
  }
  console.table(rows, ['what', 'measured', 'goal', 'runs']);
  await browser.close();
  for (const server of [pear, limit, site]) await server.stop();
  fs.rmSync(limitFolder, { recursive: true });
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

/** Measures LCP and total blocking time with a slow network and processor. */
async function measureLoad(page: Page, cdp: CDPSession, url: string) {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return visit(page, url);
}

async function visit(page: Page, url: string) {
  await page.goto(url, { timeout: 600_000 });
  await page.locator('main h1').waitFor();
  return page.evaluate(readVitals);
}

/** Returns LCP and blocking time in ms, after a second without new entries. */
async function readVitals() {
  const observe = (type: string) => {
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => {
      entries.push(...list.getEntries());
    });
    observer.observe({ type, buffered: true });
    return entries;
  };
  const paints = observe('largest-contentful-paint');
  const tasks = observe('longtask');
  const countResources = () => performance.getEntriesByType('resource').length;
  const countAll = () => `${paints.length} ${tasks.length} ${countResources()}`;
  let before: string;
  do {
    before = countAll();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (before !== countAll());
  const [first] = performance.getEntriesByName('first-contentful-paint');
  const blockingTime = tasks
    .filter(({ startTime }) => first && startTime >= first.startTime)
    .reduce((sum, { duration }) => sum + duration - 50, 0);
  return { lcp: paints.at(-1)?.startTime ?? Number.NaN, blockingTime };
}

/**
 * Measures the processor time of the main thread in the page's first ten
 * seconds. Other programs hardly affect this time.
 */
async function measureThread(page: Page, cdp: CDPSession, url: string) {
  const readTime = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    return (found?.value ?? Number.NaN) * 1000;
  };
  await cdp.send('Performance.enable');
  const before = await readTime();
  const tenSeconds = new Promise((resolve) => setTimeout(resolve, 10_000));
  await visit(page, url);
  await tenSeconds;
  return { cpu: (await readTime()) - before };
}
