import type { Browser, BrowserContext, Page } from 'playwright';

/** A slow phone on a slow network. */
const slowPhone = {
  viewport: { width: 390, height: 844 },
  cpu: 4,
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  },
};

/** What the browser has told about a page so far, in milliseconds. */
export interface Vitals {
  lcp: number;
  fcp: number;
  /** The time that tasks longer than 50 ms blocked, after the first paint. */
  blocked: number;
  requestsBeforeLcp: number;
}

interface Phone {
  context: BrowserContext;
  /** A page on the slow phone, on its slow network. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

/** A phone that has seen nothing yet. */
export async function freshPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({
    viewport: slowPhone.viewport,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await context.addInitScript(observe);
  return {
    context,
    open: async () => {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', slowPhone.network);
      await session.send('Emulation.setCPUThrottlingRate', {
        rate: slowPhone.cpu,
      });
      return page;
    },
    close: () => context.close(),
  };
}

/** Opens an address and waits until the page has nothing left to do. */
export async function visit(page: Page, url: string): Promise<Vitals> {
  await page.goto(url, { waitUntil: 'load', timeout: 600_000 });
  return readVitals(page);
}

/** The same of a page that is opening already. */
export async function readVitals(page: Page): Promise<Vitals> {
  await page.locator('main h1').first().waitFor({ timeout: 600_000 });
  await page.evaluate(untilQuiet);
  return page.evaluate(vitals);
}

interface Seen {
  lcp: number;
  long: { start: number; duration: number }[];
}

type Observed = typeof globalThis & { seen: Seen };

/** Runs before the page's own code. */
function observe(): void {
  const seen: Seen = { lcp: 0, long: [] };
  (globalThis as Observed).seen = seen;
  const watch = (type: string, tell: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.long.push({ start: startTime, duration });
  });
}

/** Nothing loaded, painted or blocked for a second. */
async function untilQuiet(): Promise<void> {
  const { seen } = globalThis as Observed;
  const count = () =>
    `${document.readyState} ${seen.lcp} ${seen.long.length} ${
      performance.getEntriesByType('resource').length
    }`;
  let before: string;
  do {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  } while (before !== count());
}

function vitals(): Vitals {
  const { lcp, long } = (globalThis as Observed).seen;
  const [first] = performance.getEntriesByName('first-contentful-paint');
  const fcp = first?.startTime ?? Number.NaN;
  const resources = performance.getEntriesByType('resource');
  const blocked = long
    .filter(({ start }) => start >= fcp)
    .reduce((sum, { duration }) => sum + duration - 50, 0);
  return {
    lcp,
    fcp,
    blocked,
    requestsBeforeLcp: resources.filter((r) => r.startTime < lcp).length + 1,
  };
}
