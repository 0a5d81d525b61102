import { expect, type Page, test } from 'playwright/test';

const { SCREENSHOTS = '.shots', AGAINST } = process.env;
const windowSizes = [
  { width: 390, height: 844 },
  { width: 800, height: 1100 },
  { width: 1440, height: 900 },
];

/** Takes full-page screenshots at three widths in the project `screenshots`. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (test.info().project.name !== 'screenshots') return;

  const initialSize = page.viewportSize();
  for (const size of windowSizes) {
    await page.setViewportSize(size);
    await page.evaluate(layOutPage);

    const fileName = `${name}-${size.width}.png`;
    const path = `${SCREENSHOTS}/${fileName}`;
    const options = { path, fullPage: true, animations: 'disabled' } as const;

    const screenshot = await page.screenshot(options);
    if (AGAINST)
      expect.soft(screenshot).toMatchSnapshot(fileName, { threshold: 0.02 });
  }

  if (initialSize) await page.setViewportSize(initialSize);
}

/** Lays out all sections, loads images, and hides texts that vary by run. */
async function layOutPage(): Promise<void> {
  // The page's CSP forbids style elements, but not constructed style sheets.
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(`
    * { content-visibility: visible !important; transition: none !important; }
    time, [role="alert"] code { visibility: hidden !important; }`);
  document.adoptedStyleSheets = [styleSheet];

  // On a scrolled page the sticky header would cover a part of the content.
  scrollTo(0, 0);

  for (const image of document.images) image.loading = 'eager';
  const decodePromises = [...document.images].map((image) => image.decode());
  await Promise.allSettled([...decodePromises, document.fonts.ready]);
}
