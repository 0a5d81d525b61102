import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
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
  options?: BrowserContextOptions;
  /** Whether both sides are built with analytics. */
  hasAnalytics?: boolean;
  tell: (visit: Visit) => Promise<void>;
}

/** Tells a story to the site at an origin. Returns the paths of the loaded files. */
export async function tellStory(
  browser: Browser,
  origin: string,
  { options, tell }: Story,
  onView: OnView,
): Promise<ReadonlySet<string>> {
  const network = new FaultyProxy(origin);
  await network.open();
  const context = await browser.newContext({
    baseURL: network.origin,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });
  try {
    // Pages show when a submission was written.
    await context.clock.setFixedTime('2026-11-27T12:00:00Z');
    const page = await context.newPage();
    const shoot = (name: string, shotOptions?: ShotOptions) =>
      showViews(page, name, shotOptions, onView);
    await tell({ page, network, shoot });
    return network.paths;
  } finally {
    await context.close();
    await network.close();
  }
}
