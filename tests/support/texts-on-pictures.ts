import type { Page } from 'playwright/test';
import { decodePng } from '../pictures/png.ts';
import {
  getContrast,
  listTextsOnPictures,
  runInPage,
  type TextOnPicture,
} from './style-facts.ts';

/** The share of the pixels behind a text that may contrast too little with it. */
const maxFaintShare = 0.15;

/** Returns a line for each text that contrasts too little with the picture behind it. */
export async function findTextsFaintOnPictures(page: Page): Promise<string[]> {
  const texts = await runInPage(page, listTextsOnPictures);
  if (texts.length === 0) return [];

  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(hideTexts);
  const problems: string[] = [];
  for (const text of texts) {
    const { data } = await devtools.send('Page.captureScreenshot', {
      optimizeForSpeed: true,
      captureBeyondViewport: true,
      clip: { ...text.box, scale: 1 },
    });
    const share = measureFaintShare(text, Buffer.from(data, 'base64'));
    if (share > maxFaintShare)
      problems.push(
        `"${text.text}" is faint on ${Math.round(share * 100)} % of its ground`,
      );
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await devtools.detach();
  return problems;
}

/** Leaves the grounds of all texts. Runs in the page. */
function hideTexts(): void {
  // The page's CSP forbids style elements, but not constructed style sheets.
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(`* {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
  }`);
  document.adoptedStyleSheets = [styleSheet];
}

/** Returns the share of the ground's pixels with which the text has a low contrast. */
function measureFaintShare(
  { color, minContrast }: TextOnPicture,
  ground: Buffer,
): number {
  const { pixels } = decodePng(ground);
  // A drawing has many pixels of each of its colors.
  const faintColors = new Map<number, boolean>();
  let faintCount = 0;
  for (let start = 0; start < pixels.length; start += 4) {
    const rgb = [...pixels.subarray(start, start + 3)];
    const [red = 0, green = 0, blue = 0] = rgb;
    const key = (red << 16) | (green << 8) | blue;
    let isFaint = faintColors.get(key);
    if (isFaint === undefined) {
      isFaint = getContrast(color, rgb) < minContrast;
      faintColors.set(key, isFaint);
    }
    if (isFaint) faintCount += 1;
  }
  return faintCount / (pixels.length / 4);
}
