import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
} from 'playwright/test';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { type OnView, type ShotOptions, showViews } from './camera.ts';

/** One side of the comparison: the sources before, or the current sources. */
export interface Visit {
  page: Page;
  /** The proxy in front of this side's site. */
  network: FaultyProxy;
  /** Photographs the page. Its name is unique within the story. */
  shoot: (name: string, options?: ShotOptions) => Promise<void>;
}

export interface Story {
  /** A story with options has a browser context of its own. */
  options?: BrowserContextOptions;
  /** Whether both sides are built with analytics. */
  hasAnalytics?: boolean;
  tell: (visit: Visit) => Promise<void>;
}

/** Where stories are told: a visitor's browser, and the network to one site. */
interface Stage {
  context: BrowserContext;
  network: FaultyProxy;
}

async function openStage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Stage> {
  const network = new FaultyProxy(origin);
  await network.open();
  const context = await browser.newContext({
    baseURL: network.origin,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  return { context, network };
}

async function closeStage({ context, network }: Stage): Promise<void> {
  await context.close();
  await network.close();
}

async function tellOnStage(
  { context, network }: Stage,
  { tell }: Story,
  onView: OnView,
): Promise<void> {
  // Pages show when a submission was written.
  await context.clock.setFixedTime('2026-11-27T12:00:00Z');
  const page = await context.newPage();
  const shoot = (name: string, shotOptions?: ShotOptions) =>
    showViews(page, name, shotOptions, onView);
  await tell({ page, network, shoot });
}

/** Tells a story to the site at an origin. Returns the paths of the loaded files. */
export async function tellStory(
  browser: Browser,
  origin: string,
  story: Story,
  onView: OnView,
): Promise<ReadonlySet<string>> {
  const stage = await openStage(browser, origin, story.options);
  try {
    await tellOnStage(stage, story, onView);
    return stage.network.paths;
  } finally {
    await closeStage(stage);
  }
}

/**
 * Tells stories one after another in the same browser context for each site, because
 * pages then find the site's files in the cache. Nothing else of a story stays.
 */
export class Stages {
  readonly #stages = new Map<string, Promise<Stage>>();

  constructor(readonly browser: Browser) {}

  async tell(origin: string, story: Story, onView: OnView): Promise<void> {
    if (story.options) {
      await tellStory(this.browser, origin, story, onView);
      return;
    }

    const stage = this.#stages.get(origin) ?? openStage(this.browser, origin);
    this.#stages.set(origin, stage);
    const { context, network } = await stage;
    try {
      await tellOnStage({ context, network }, story, onView);
    } finally {
      network.heal();
      await forgetVisit(context, network.origin);
    }
  }

  async close(): Promise<void> {
    for (const stage of this.#stages.values()) await closeStage(await stage);
  }
}

/** Closes all pages, and deletes what the site has stored. */
async function forgetVisit(
  context: BrowserContext,
  origin: string,
): Promise<void> {
  const [page, ...others] = context.pages();
  for (const other of others) await other.close();
  if (!page) return;

  const devtools = await context.newCDPSession(page);
  // An open page could store something again.
  await page.goto('about:blank');
  const storageTypes = 'all';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await page.close();
}
