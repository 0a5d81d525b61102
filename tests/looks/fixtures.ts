import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
import { buildWithAnalytics } from '../support/builds.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { test as base } from '../support/fixtures.ts';
import {
  findCommonPlaces,
  type Photo,
  type Places,
  photograph,
  type ShotOptions,
} from './camera.ts';
import { comparePhotos, type Difference, saveDifference } from './compare.ts';
import { commitBefore, intendedChanges } from './intended-changes.ts';
import { buildBefore, buildBeforeWithAnalytics } from './tree-before.ts';

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

interface LookFixtures {
  /** Tells a story to both sides, and returns a report of what looks different. */
  compareSides: (name: string, story: Story) => Promise<string>;
}

export const test = base.extend<LookFixtures>({
  compareSides: async ({ browser, serve, site }, use, testInfo) => {
    const serveSides = (story: Story) =>
      story.hasAnalytics
        ? Promise.all([
            serve(buildBeforeWithAnalytics),
            serve(buildWithAnalytics),
          ])
        : Promise.all([serve(buildBefore), site.origin]);
    const toPath = (fileName: string) => testInfo.outputPath(fileName);
    await use(async (name, story) => {
      const [before, after] = await serveSides(story);
      const tellBoth = (findPlaces: FindPlaces) =>
        Promise.all([
          visitSide(browser, before, story, findPlaces),
          visitSide(browser, after, story, findPlaces),
        ]);
      const firstPair = await tellBoth(() => ({}));
      if (firstPair[1].error) throw firstPair[1].error;
      const isEqual = firstPair[1].photos.every(
        (photo) => findSame(firstPair[0], photo)?.image === photo.image,
      );
      if (isEqual) return createReport(name, [], toPath);

      // A part that has grown moves the parts below it. The second pair of photos
      // has each part at the same place on both sides.
      const pair = await tellBoth((photo) => {
        const [old, current] = firstPair.map((side) => findSame(side, photo));
        return old && current ? findCommonPlaces(old, current) : {};
      });
      if (pair[1].error) throw pair[1].error;
      const differences = await compareAll(browser, name, ...pair);
      return createReport(name, differences, toPath);
    });
  },
});

export { expect } from 'playwright/test';

interface Side {
  photos: Photo[];
  error?: unknown;
}

type PhotoKey = Pick<Photo, 'name' | 'width'>;
type FindPlaces = (photo: PhotoKey) => Places;

function findSame({ photos }: Side, { name, width }: PhotoKey) {
  return photos.find((one) => one.name === name && one.width === width);
}

/** Tells a story to one side. An error ends the story, and keeps its photos. */
async function visitSide(
  browser: Browser,
  origin: string,
  { options, tell }: Story,
  findPlaces: FindPlaces,
): Promise<Side> {
  const photos: Photo[] = [];
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
    const shoot = async (name: string, shotOptions?: ShotOptions) => {
      const find = (width: number) => findPlaces({ name, width });
      photos.push(...(await photograph(page, name, shotOptions, find)));
    };
    await tell({ page, network, shoot });
    return { photos };
  } catch (error) {
    return { photos, error };
  } finally {
    await context.close();
    await network.close();
  }
}

async function compareAll(
  browser: Browser,
  story: string,
  before: Side,
  after: Side,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const blankPage = await browser.newPage();
  for (const photo of after.photos) {
    const picture = `${story}: ${photo.name}`;
    const { width } = photo;
    const oldPhoto = findSame(before, photo);
    if (oldPhoto)
      differences.push(
        ...(await comparePhotos(blankPage, picture, oldPhoto, photo)),
      );
    else {
      const reason = String(before.error ?? '');
      differences.push({ picture, width, part: 'not seen before', reason });
    }
  }
  await blankPage.close();
  return differences;
}

/** Returns an empty text if the list of intended changes has exactly the differences. */
function createReport(
  story: string,
  differences: readonly Difference[],
  toPath: (fileName: string) => string,
): string {
  const lines: string[] = [];
  const suggestions: string[] = [];
  const isListed = ({ picture, part, width }: Difference) =>
    intendedChanges.some(
      (change) =>
        change.picture === picture &&
        change.part === part &&
        change.widths.includes(width),
    );
  for (const difference of differences) {
    if (isListed(difference)) continue;
    const { picture, width, part, reason = '' } = difference;
    const file = saveDifference(difference, toPath);
    lines.push(
      `"${picture}" at ${width} px: "${part}" looks different. ${file}${reason}`,
    );
    suggestions.push(
      `  { picture: ${JSON.stringify(picture)}, part: ${JSON.stringify(part)}, widths: [${width}], reason: '' },`,
    );
  }
  if (suggestions.length > 0)
    lines.push(
      `Each file shows the commit ${commitBefore.slice(0, 9)}, the current sources and their difference. If a change is intended, add it to tests/looks/intended-changes.ts:`,
      ...suggestions,
    );
  for (const { picture, part, widths } of intendedChanges) {
    if (!picture.startsWith(`${story}: `)) continue;
    const unchanged = widths.filter(
      (width) =>
        !differences.some(
          (other) =>
            other.picture === picture &&
            other.part === part &&
            other.width === width,
        ),
    );
    if (unchanged.length > 0)
      lines.push(
        `tests/looks/intended-changes.ts lists "${picture}", "${part}" at ${unchanged} px, which looks as before. Remove it from the list.`,
      );
  }
  return lines.join('\n');
}
