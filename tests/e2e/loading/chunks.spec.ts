import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  getHeading,
  holdFiles,
  openPage,
  waitForIdle,
  waitForReact,
} from '../../support/loading.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

const chunkPattern = /\/static\/js\/mission-[^/]*\.js/;

test.use({ serviceWorkers: 'block' });

const followMissionLink = (page: Page) =>
  page.getByRole('link', { name: 'Mission' }).first().click();
const clickTryAgain = (page: Page) =>
  page.getByRole('button', { name: 'Try again' }).click();
const getChunkFailure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Loading chunk failed' });

test('the page says why a chunk failed to load, and Back restores the typed text', async ({
  page,
  consoleLines,
}) => {
  await openPage(page, '/careers');
  await page.getByLabel('Name').fill('Ada');

  await page.route(chunkPattern, (route) => route.abort());
  await followMissionLink(page);
  await expect(getChunkFailure(page)).toContainText('network');
  await expect(getChunkFailure(page)).toContainText(chunkPattern);

  // A failed retry focuses the heading, so screen readers announce it again.
  await clickTryAgain(page);
  await expect(getHeading(page)).toHaveText('Loading chunk failed');
  await expect(getHeading(page)).toBeFocused();

  await page.unroute(chunkPattern);
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');

  // Forward must load the chunk itself, because no link has preloaded it.
  await page.goForward();
  await expect(getHeading(page)).toHaveText('Our Mission');
  await expect(getHeading(page)).toBeFocused();

  expect(consoleLines).toEqual([]);
});

test('the button "Try again" loads a style sheet that failed to load, once', {
  tag: '@firefox',
}, async ({ page }) => {
  const stylesPattern = /\/static\/mission-[^/]*\.css/;
  await openPage(page, '/careers');

  await page.route(stylesPattern, (route) => route.abort());
  await followMissionLink(page);
  await expect(getChunkFailure(page)).toBeVisible();

  await page.unroute(stylesPattern);
  await clickTryAgain(page);
  await expect(getHeading(page)).toHaveText('Our Mission');

  const loadedSheets = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => {
      try {
        return sheet.cssRules.length > 0 ? [sheet.href ?? ''] : [];
      } catch {
        // The link that has failed stays, and its sheet throws.
        return [];
      }
    }),
  );
  const missionSheets = loadedSheets.filter((href) => stylesPattern.test(href));
  expect(missionSheets).toHaveLength(1);
});

test('if the chunk of a page is missing, the page shows its static content and the button "Try again"', async ({
  page,
  consoleLines,
}) => {
  await openPage(page, '/careers');
  await page.route(chunkPattern, (route) => route.fulfill({ status: 404 }));

  await followMissionLink(page);
  // The app falls back to a page load, which does not find the chunk either.
  await expect(getChunkFailure(page)).toContainText('missing');
  await expect(getChunkFailure(page)).toContainText(chunkPattern);
  await expect(page.getByText('Who Are We')).toBeVisible();

  await page.unroute(chunkPattern);
  // The double click must not start the app twice.
  await page.getByRole('button', { name: 'Try again' }).dblclick();
  await waitForReact(page);
  await expect(getChunkFailure(page)).toBeHidden();
  expect(consoleLines).toEqual([
    expect.stringMatching(/^Loading chunk failed \(missing\): \/static\/js\//),
  ]);
});

test('the code of a page that loads late does not replace a page that was opened after it', async ({
  page,
}) => {
  await openPage(page, '/careers');

  const releaseMission = await holdFiles(page, '**/mission-*.js');
  const missionChunk = page.waitForResponse(chunkPattern);
  await followMissionLink(page);
  await expect(page).toHaveURL('/mission');
  await expect(getHeading(page)).not.toHaveText('Our Mission');

  await page.getByRole('link', { name: 'FAQs' }).first().click();
  await expect(getHeading(page)).toHaveText('FAQs');

  await page.evaluate(`globalThis.headings = new Set();
    new MutationObserver(() => headings.add(document.querySelector('h1').innerText))
      .observe(document.querySelector('main'), { childList: true })`);

  releaseMission();
  await (await missionChunk).finished();
  // Gives the loaded code time to run.
  await waitForIdle(page);

  await expect(page).toHaveURL('/faq');
  await followMissionLink(page);
  await expect(getHeading(page)).toHaveText('Our Mission');
  expect(await page.evaluate('[...headings]')).toEqual(['Our Mission']);
});

const deletedChunks = [
  {
    chunk: 'the chunk with the delivery triggers',
    file: /\/static\/js\/notices-/,
  },
  {
    chunk: 'the chunk that delivers messages',
    file: /\/static\/js\/online\/send-/,
  },
];

for (const { chunk, file } of deletedChunks)
  test(`the thank-you message offers a reload if a new release has deleted ${chunk}`, async ({
    page,
    network,
    records,
  }) => {
    await page.route(file, (route) => route.fulfill({ status: 404 }));
    network.hold();
    // The page requests the code before a visitor needs the code.
    await Promise.all([page.waitForRequest(file), openPage(page, '/waitlist')]);
    await joinWaitlist(page);

    const mainElement = page.getByRole('main');
    const savedText = 'Saved on this device. Reload this page to send it.';
    await expect(mainElement.getByText(savedText)).toBeVisible();

    network.cut();
    network.release();
    network.restore();
    await page.unroute(file);

    await mainElement.getByRole('link', { name: 'Reload this page' }).click();
    await expect.poll(() => records.count('waitlist')).toBe(1);
    expect(await records.count('favoriteBrand')).toBe(1);
  });
