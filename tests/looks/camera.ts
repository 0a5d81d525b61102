import type { Page } from 'playwright/test';
import {
  waitForIdle,
  waitForNotices,
  waitForReact,
} from '../support/loading.ts';

export interface Photo {
  /** The name of the picture within its story. */
  name: string;
  width: number;
  /** A PNG in base64. */
  image: string;
  parts: readonly Part[];
}

/** The distance of each part from the top of the page, by the part's name. */
export type Places = Record<string, number>;

/** A horizontal band of a photo: a section, the header or the footer. In CSS pixels. */
export interface Part {
  name: string;
  top: number;
  height: number;
}

export interface ShotOptions {
  widths?: readonly number[];
  /** The height of the window. */
  height?: number;
  /** The whole page, or only what the window shows. */
  area?: 'page' | 'window';
  /** Whether the page keeps its scroll position. Otherwise it scrolls to its top. */
  keepsScroll?: boolean;
  /** Whether the page can run the scripts that wait for late files. */
  hasScripts?: boolean;
}

/** What a photo will show. */
export interface View extends Pick<Photo, 'name' | 'width'> {
  /** Differs from that of every other view of the story. */
  key: string;
  area: 'page' | 'window';
  hasParts: boolean;
}

/** Gets a page that is ready to be photographed. */
export type OnView = (page: Page, view: View) => Promise<void>;

/**
 * Shows a page at several widths. Two photos of the same sources are equal byte by byte,
 * so this function waits for everything that arrives late.
 */
export async function showViews(
  page: Page,
  name: string,
  {
    widths = [390, 1440],
    height = 900,
    area = 'page',
    keepsScroll = false,
    hasScripts = true,
  }: ShotOptions = {},
  onView: OnView,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    if (hasScripts) {
      await page.evaluate(settle);
      await waitForIdle(page);
    }
    // A sticky header covers a part of a scrolled page. Focused controls scroll pages.
    if (!keepsScroll) await page.evaluate(() => scrollTo(0, 0));
    const key = `${name} at ${width} px`;
    const hasParts = hasScripts && area === 'page';
    await onView(page, { key, name, width, area, hasParts });
  }
}

/**
 * Returns a picture of the whole page, or of what the window shows. Playwright's own
 * screenshots spend half of their time on the compression of the PNG.
 */
export async function capture(
  page: Page,
  area: 'page' | 'window',
): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    optimizeForSpeed: true,
    ...(area === 'page' && {
      clip: { ...cssContentSize, scale: 1 },
      captureBeyondViewport: true,
    }),
  });
  await session.detach();
  return data;
}

/** Resolves when the page has started, and has what it renders late. */
export async function waitForWholePage(page: Page): Promise<void> {
  await waitForReact(page);
  await waitForNotices(page);
  // The care label shows what this promise says, which it has requested before.
  await page.evaluate(() => navigator.serviceWorker?.getRegistration());
  await waitForIdle(page);
}

/**
 * Lays out all sections, loads images and fonts, and ends what moves with the time.
 * Animations that follow the scroll position go on. Runs in the page.
 */
async function settle(): Promise<void> {
  // The page's CSP forbids style elements, but not constructed style sheets.
  const styleSheet = new CSSStyleSheet();
  // The code in an alert is a random id or the hash of a file.
  styleSheet.replaceSync(`
    * {
      caret-color: transparent !important;
      content-visibility: visible !important;
      transition: none !important;
    }
    [role="alert"] code { visibility: hidden !important; }
    ::-webkit-scrollbar { display: none; }`);
  document.adoptedStyleSheets = [styleSheet];
  for (const image of document.images) image.loading = 'eager';
  const decodePromises = [...document.images].map((image) => image.decode());
  await Promise.allSettled([...decodePromises, document.fonts.ready]);
  for (const animation of document.getAnimations()) {
    if (animation.timeline !== document.timeline) continue;
    const { iterations } = animation.effect?.getTiming() ?? {};
    if (iterations === Number.POSITIVE_INFINITY) animation.cancel();
    else animation.finish();
  }
}

/**
 * Moves each part of the page down to its place, and returns the parts. The
 * antialiasing of curves and the dithering of gradients depend on the place, so two
 * parts can only be compared at the same place. Runs in the page.
 */
export function placeParts(places: Places): Part[] {
  const selector = 'body header, main > *, footer';
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  const counts = new Map<string, number>();
  return elements.map((element) => {
    const heading = element.querySelector('h1, h2')?.textContent;
    const firstName = element.id || heading || element.localName;
    const count = (counts.get(firstName) ?? 0) + 1;
    counts.set(firstName, count);
    const name = count > 1 ? `${firstName} ${count}` : firstName;
    const { marginTop } = getComputedStyle(element);
    const { top } = element.getBoundingClientRect();
    const distance = (places[name] ?? top + scrollY) - (top + scrollY);
    if (distance > 0) {
      const margin = Number.parseFloat(marginTop) + distance;
      element.style.marginTop = `${margin}px`;
    }
    const box = element.getBoundingClientRect();
    return { name, top: box.top + scrollY, height: box.height };
  });
}

/** Moves the parts back to where they were before `placeParts`. Runs in the page. */
export function unplaceParts(): void {
  const selector = 'body header, main > *, footer';
  for (const element of document.querySelectorAll<HTMLElement>(selector))
    element.style.marginTop = '';
}

/** Returns places at which the parts of both sides fit below each other. */
export function findCommonPlaces(
  parts: readonly Part[],
  otherParts: readonly Part[],
): Places {
  const places: Places = {};
  let nextTop = 0;
  for (const { name, top, height } of parts) {
    const twin = otherParts.find((part) => part.name === name);
    if (!twin) continue;
    places[name] = Math.ceil(Math.max(nextTop, top, twin.top));
    nextTop = places[name] + Math.max(height, twin.height);
  }
  return places;
}
