import type { Browser, Page } from 'playwright/test';
import {
  capture,
  findCommonPlaces,
  type Part,
  type Photo,
  type Places,
  placeParts,
  unplaceParts,
  type View,
} from './camera.ts';
import { comparePhotos, compareSpaces, type Difference } from './compare.ts';
import { Meeting } from './meeting.ts';
import {
  type BuiltSite,
  findDifferentPaths,
  listCommonFiles,
} from './same-files.ts';
import { type Story, tellStory } from './story.ts';

/** The site of the sources before, and the site of the current sources. */
export interface Sides {
  before: BuiltSite;
  after: BuiltSite;
}

/**
 * Tells a story to the current sources without a picture. Returns whether the sources
 * before would have sent the same files. If so, the pictures cannot differ.
 */
export async function loadsSameFiles(
  browser: Browser,
  { before, after }: Sides,
  story: Story,
): Promise<boolean> {
  // If a file of all pages has changed, there is no need to tell the story.
  const commonFiles = listCommonFiles(after);
  const changedFiles = await findDifferentPaths(before, after, commonFiles);
  if (changedFiles.length > 0) return false;

  const ignoreView = async () => undefined;
  const paths = await tellStory(browser, after.origin, story, ignoreView);
  const differentPaths = await findDifferentPaths(before, after, paths);
  return differentPaths.length === 0;
}

/** A photo, and the parts of the page as a visitor sees them. */
interface Shown {
  parts: readonly Part[];
  photo: Photo;
}

/** Tells a story to both sides at once. They meet at each view, which is compared. */
export async function compareViews(
  browser: Browser,
  { before, after }: Sides,
  name: string,
  story: Story,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const blankPage = await browser.newPage();
  const partsMeeting = new Meeting<readonly Part[]>();
  const photoMeeting = new Meeting<Shown>();
  const leave = () => {
    partsMeeting.leave();
    photoMeeting.leave();
  };

  let errorBefore = '';
  const tellBefore = () =>
    tellStory(browser, before.origin, story, async (page, view) => {
      const parts = await findParts(page, view);
      const otherParts = await partsMeeting.meet(view.key, parts);
      const places = findPlaces(parts, otherParts);
      const photo = await takePhoto(page, view, parts, places);
      await photoMeeting.meet(view.key, { parts, photo });
    });

  const tellAfter = () =>
    tellStory(browser, after.origin, story, async (page, view) => {
      const { width } = view;
      const picture = `${name}: ${view.name}`;
      const parts = await findParts(page, view);
      const oldParts = await partsMeeting.meet(view.key, parts);
      const places = findPlaces(oldParts, parts);
      const photo = await takePhoto(page, view, parts, places);
      const old = await photoMeeting.meet(view.key, { parts, photo });
      if (!old) {
        const part = 'not seen before';
        differences.push({ picture, width, part, reason: errorBefore });
        return;
      }
      differences.push(
        ...compareSpaces(picture, width, old.parts, parts),
        ...(await comparePhotos(blankPage, picture, old.photo, photo)),
      );
    });

  const [, result] = await Promise.allSettled([
    tellBefore()
      .catch((error) => {
        errorBefore = ` ${error}`;
      })
      .finally(leave),
    tellAfter().finally(leave),
  ]);
  await blankPage.close();
  if (result.status === 'rejected') throw result.reason;
  return differences;
}

async function findParts(page: Page, { hasParts }: View): Promise<Part[]> {
  return hasParts ? page.evaluate(placeParts, {}) : [];
}

/**
 * Photographs a view. A part that has grown moves the parts below it, so `places` then
 * has a place for each part that it can have on both sides.
 */
async function takePhoto(
  page: Page,
  { name, width, area }: View,
  parts: readonly Part[],
  places: Places | undefined,
): Promise<Photo> {
  if (!places) return { name, width, image: await capture(page, area), parts };

  const movedParts = await page.evaluate(placeParts, places);
  const image = await capture(page, area);
  await page.evaluate(unplaceParts);
  return { name, width, image, parts: movedParts };
}

/** Returns the common places of the parts, or `undefined` if no part has moved. */
function findPlaces(
  before: readonly Part[] | undefined,
  after: readonly Part[] | undefined,
): Places | undefined {
  const isEqual = JSON.stringify(before) === JSON.stringify(after);
  return before && after && !isEqual
    ? findCommonPlaces(before, after)
    : undefined;
}
