import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { ensureBrowser, getLaunchOptions } from '../support/browsers.ts';
import { openPage } from '../support/loading.ts';
import { startSite } from '../support/site.ts';
import { changeBrandColor, checkBrandColor } from './brand-color.ts';
import {
  describePicture,
  faviconFile,
  hashSources,
  listOldPictures,
  readDrawn,
  writeDrawn,
} from './drawn.ts';
import { compressPng, createIco } from './png.ts';
import {
  createDrawings,
  createFavicons,
  type Drawing,
  readColor,
  type Screenshot,
  screenshots,
} from './recipes.ts';

/**
 * `npm run pictures`: gives the brand color of the tokens to all drawings and styles, and
 * draws the pictures whose sources have changed. `--all` draws all pictures.
 */
export async function main(args: readonly string[]): Promise<void> {
  followBrandColor();

  const sources = hashSources();
  const files = args.includes('--all')
    ? Object.keys(sources)
    : [...listOldPictures().keys()];
  if (files.length === 0) {
    console.log('All pictures are up to date.');
    return;
  }

  ensureBrowser('chromium');
  const browser = await chromium.launch(getLaunchOptions('chromium'));
  await drawPictures(browser, files);
  await takeScreenshots(browser, files);
  await browser.close();

  const { brandColor, pictures } = readDrawn();
  for (const file of files) {
    pictures[file] = describePicture(file, sources[file] ?? '');
    console.log(`Drew ${file}`);
  }
  const known = Object.entries(pictures).filter(([file]) => sources[file]);
  known.sort(([one], [other]) => (one < other ? -1 : 1));
  writeDrawn({ brandColor, pictures: Object.fromEntries(known) });
  console.log('Look at these pictures before you commit them.');
}

/** Changes all colors of the brand's family, if the token of the brand color has changed. */
function followBrandColor(): void {
  const drawn = readDrawn();
  const brandColor = readColor('--accent');
  if (brandColor === drawn.brandColor) return;

  checkBrandColor(brandColor, {
    textColor: readColor('--on-accent'),
    otherColors: ['--pear', '--danger'].map(readColor),
  });

  for (const file of listColoredFiles()) {
    const text = readFileSync(file, 'utf8');
    const changed = changeBrandColor(text, drawn.brandColor, brandColor);
    if (changed !== text) writeFileSync(file, changed);
  }
  writeDrawn({ ...drawn, brandColor });
  console.log(`Changed the brand color ${drawn.brandColor} to ${brandColor}.`);
}

function listColoredFiles(): string[] {
  const files = ['public', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  );
  return [
    'index.html',
    'src/build/plugins/web-manifest.json',
    ...files.filter((file) => /\.(css|svg)$/.test(file)),
  ];
}

async function drawPictures(
  browser: Browser,
  files: readonly string[],
): Promise<void> {
  const page = await browser.newPage();
  for (const [file, drawing] of Object.entries(createDrawings())) {
    if (files.includes(file))
      writeFileSync(file, compressPng(await draw(page, drawing)));
  }

  if (files.includes(faviconFile)) {
    const pngs: Buffer[] = [];
    for (const drawing of createFavicons())
      pngs.push(compressPng(await draw(page, drawing)));
    writeFileSync(faviconFile, createIco(pngs));
  }
  await page.close();
}

async function draw(
  page: Page,
  { html, width, height }: Drawing,
): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

async function takeScreenshots(
  browser: Browser,
  files: readonly string[],
): Promise<void> {
  const wanted = Object.entries(screenshots).filter(([file]) =>
    files.includes(file),
  );
  if (wanted.length === 0) return;

  const site = await startSite();
  try {
    for (const [file, screenshot] of wanted) {
      const png = await takeScreenshot(browser, site.origin, screenshot);
      writeFileSync(file, compressPng(png));
    }
  } finally {
    await site.stop();
  }
}

async function takeScreenshot(
  browser: Browser,
  origin: string,
  { subject, width, height, scale }: Screenshot,
): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    // Without a worker the page sends, so that it can be kept from sending.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();

  if (subject === 'landing page') await openPage(page, '/');
  else await showUnsentMessages(page);

  await page.evaluate(loadFontsAndImages);
  const png = await page.screenshot({ animations: 'disabled' });
  await context.close();
  return png;
}

/** Opens the dialog with two submissions that cannot be sent. */
async function showUnsentMessages(page: Page): Promise<void> {
  await page.route('**/documents:commit*', (route) => route.abort());
  const submit = async (form: string, values: Record<string, string>) => {
    await openPage(page, form);
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label).fill(value);
    await page.locator('main button[type="submit"]').click();
    await page.getByText('Saved on this device.').waitFor();
  };

  await submit('/waitlist', {
    'Favorite brand': 'Drizmoor',
    Email: 'ada@pear.example',
  });
  await submit('/careers', {
    Name: 'Ada',
    Email: 'ada.lovelace@analytical-engine.example',
    Message: 'I would love to join the team because I like clothes.',
  });
  await openPage(page, '/brandSignup');
  await page
    .getByRole('button', { name: '2 messages waiting to send' })
    .click();
  await page.getByRole('dialog').waitFor();
  await page.evaluate(fixTimes);
}

/** Writes the same time into each submission. Runs in the page. */
function fixTimes(): void {
  for (const time of document.querySelectorAll('dialog time'))
    time.textContent = 'Nov 26, 2026, 9:05 AM';
}

/** Resolves when what the window shows has loaded. Runs in the page. */
async function loadFontsAndImages(): Promise<void> {
  // A lazy image outside the window never loads.
  const images = [...document.images].filter((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
  });
  const promises = images.map((image) => image.decode());
  await Promise.allSettled([...promises, document.fonts.ready]);
}
