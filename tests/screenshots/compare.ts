import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Browser, Page } from 'playwright';

/** How far a pixel's red, green or blue may be off, of 255. */
const tolerance = 4;

/** Lists the pictures that differ; tells whether none does. */
export async function compareFolders(
  browser: Browser,
  before: string,
  after: string,
): Promise<boolean> {
  const page = await browser.newPage();
  const names = new Set([...pngsIn(before), ...pngsIn(after)]);
  let different = 0;
  for (const name of [...names].sort()) {
    const found = await compare(page, before, after, name);
    if (!found) continue;
    different += 1;
    console.log(`${name}: ${found}`);
  }
  await page.close();
  const allowed = `a channel off by more than ${tolerance} of 255 counts`;
  console.log(`${different} of ${names.size} pictures differ (${allowed}).`);
  return different === 0;
}

function pngsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.png'));
}

async function compare(
  page: Page,
  before: string,
  after: string,
  name: string,
): Promise<string | undefined> {
  const files = [before, after].map((folder) => path.join(folder, name));
  const contents: string[] = [];
  for (const file of files) {
    try {
      contents.push(readFileSync(file, 'base64'));
    } catch {
      return `there is no ${file}`;
    }
  }
  if (contents[0] === contents[1]) return undefined;
  return page.evaluate(findDifferences, { contents, tolerance });
}

/** Runs in a browser, which decodes PNG files without a library. */
async function findDifferences({
  contents,
  tolerance,
}: {
  contents: string[];
  tolerance: number;
}): Promise<string | undefined> {
  const [a, b] = await Promise.all(contents.map(pixels));
  if (!a || !b) return undefined;
  if (a.width !== b.width || a.height !== b.height) {
    return `${a.width}x${a.height} became ${b.width}x${b.height}`;
  }
  const rows: number[] = [];
  for (let at = 0; at < a.data.length; at += 4) {
    const isOff = [at, at + 1, at + 2].some(
      (i) => Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)) > tolerance,
    );
    if (isOff) rows.push(Math.floor(at / 4 / a.width));
  }
  if (rows.length === 0) return undefined;
  const percent = ((100 * rows.length) / (a.data.length / 4)).toFixed(4);
  return `${percent}% of the pixels, rows ${rows[0]} to ${rows.at(-1)}`;

  async function pixels(base64: string): Promise<ImageData | undefined> {
    const file = await fetch(`data:image/png;base64,${base64}`);
    const image = await createImageBitmap(await file.blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, image.width, image.height);
  }
}
