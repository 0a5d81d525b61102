import { expect, type Page, test } from 'playwright/test';

const { SCREENSHOTS = '.shots', AGAINST } = process.env;
const sizes = [
  { width: 390, height: 844 },
  { width: 800, height: 1100 },
  { width: 1440, height: 900 },
];

/** Takes the whole page at three widths, in the project for it alone. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (test.info().project.name !== 'screenshots') return;
  const before = page.viewportSize();
  await page.evaluate(async () => {
    const fades = document.getElementById('main')?.getAnimations() ?? [];
    await Promise.all(fades.map(({ finished }) => finished));
  });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(layOut);
    const file = `${name}-${size.width}.png`;
    const path = `${SCREENSHOTS}/${file}`;
    const picture = await page.screenshot({ path, fullPage: true });
    if (!AGAINST) continue;
    expect.soft(picture).toMatchSnapshot(file, { threshold: 0.02 });
  }
  if (before) await page.setViewportSize(before);
}

/** In the page: lays out and loads all of it. */
async function layOut(): Promise<void> {
  // Constructed, since the page's policy forbids style elements. The time and a
  // chunk's address are others in each run.
  const whole = new CSSStyleSheet();
  whole.replaceSync(`
    * { content-visibility: visible !important; transition: none !important; }
    time, [role="alert"] code { visibility: hidden !important; }`);
  document.adoptedStyleSheets = [whole];
  // The header sticks to where the page stands.
  scrollTo(0, 0);
  for (const image of document.images) image.loading = 'eager';
  const decoded = [...document.images].map((image) => image.decode());
  await Promise.allSettled([...decoded, document.fonts.ready]);
}
