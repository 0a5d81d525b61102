import type { Page } from 'playwright/test';
import { runAxe } from '../../support/audits.ts';
import { buildWithAnalytics } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import { getHeading, openWithWorker } from '../../support/loading.ts';
import { pages } from '../../support/pages.ts';

const windowSizes = [
  { width: 320, height: 256 },
  { width: 390, height: 664 },
  { width: 800, height: 700 },
  { width: 1440, height: 900 },
];

/** Tabs through the page; returns the names of focused but covered elements. */
async function findCoveredTabStops(page: Page): Promise<string[]> {
  const hiddenNames: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
  });
  for (;;) {
    await page.keyboard.press('Tab');
    const tabStop = await page.evaluate(describeFocus);
    if (!tabStop) return hiddenNames;
    if (tabStop.isCovered) hiddenNames.push(tabStop.name);
  }
}

/** Runs in the page: returns undefined once the focus has left the page. */
async function describeFocus() {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise(requestAnimationFrame);
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  // Tests the middle of each edge, not the corners, because they are round.
  const isOnTop = [
    [left + 3, y],
    [right - 3, y],
    [x, top + 3],
    [x, bottom - 3],
  ].every(([x = 0, y = 0]) => {
    const topElement = document.elementFromPoint(x, y);
    return element.contains(topElement) || topElement?.contains(element);
  });
  const isInViewport = top >= 0 && bottom <= innerHeight;
  const name = `${element.tagName} ${element.textContent || element.id}`;
  return { name, isCovered: !isOnTop || !isInViewport };
}

/** Expects that the focused element is visible as a whole. */
async function expectFocusInView(page: Page): Promise<void> {
  const element = await page.evaluate(describeFocus);
  expect(element).toMatchObject({ isCovered: false });
}

test('no notice covers the focused element on any page', async ({
  page,
  context,
  network,
  serve,
}) => {
  network.site = await serve(buildWithAnalytics);
  await context.route(/google/, (route) => route.abort());
  await openWithWorker(page, '/careers');
  network.inject('worker', '/* the next version */');
  await page.evaluate(checkForUpdate);
  await context.setOffline(true);
  const offlineNotice = page.locator('p', { hasText: 'You are offline.' });
  const updateNotice = page.getByText('A new version is ready.');
  const analyticsQuestion = page.getByText('May we count this visit?');
  const unsentButton = page.getByRole('button', { name: /1 message waiting/ });
  const expectNothingCovered = async () => {
    for (const size of windowSizes) {
      await page.setViewportSize(size);
      expect([size, await findCoveredTabStops(page)]).toEqual([size, []]);
      expect([size, await runAxe(page)]).toEqual([size, []]);
    }
  };
  for (const notice of [offlineNotice, updateNotice, analyticsQuestion])
    await expect(notice).toBeVisible();
  await expectNothingCovered();
  // The focus must not be lost with a notice that disappears.
  await page.getByRole('button', { name: 'Close' }).first().focus();
  await context.setOffline(false);
  await expect(getHeading(page)).toBeFocused();
  await context.setOffline(true);
  await fillIn(page, careersForm);
  // In a phone's window, a notice appears while a field has the focus.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.getByLabel('Message').focus();
  await context.setOffline(false);
  await expect(offlineNotice).toBeHidden();
  await context.setOffline(true);
  await expect(offlineNotice).toBeVisible();
  await expectFocusInView(page);
  await submit(page, careersForm);
  await expect(unsentButton).toBeVisible();
  await page.getByRole('link', { name: 'pear' }).first().click();
  await expect(page).toHaveTitle('Sign up now');
  for (const notice of [unsentButton, updateNotice, analyticsQuestion])
    await expect(notice).toBeVisible();
  await expectNothingCovered();
  await page.setViewportSize({ width: 390, height: 664 });
  for (const { path, title } of pages) {
    await page.evaluate(
      (to) => document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click(),
      path,
    );
    await expect(page).toHaveTitle(title);
    expect([path, await findCoveredTabStops(page)]).toEqual([path, []]);
  }
});

test('text that appears above the focused button does not push the button out of view', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 1600 });
  await openWithWorker(page, '/waitlist');
  await context.setOffline(true);
  const offlineNotice = page.locator('p', { hasText: 'You are offline.' });
  await expect(offlineNotice).toBeVisible();
  const joinButton = page.getByRole('button', { name: 'Join Waitlist' });
  await joinButton.focus();
  // Makes the gap between button and notice as high as the focus outline.
  const buttonBox = await joinButton.boundingBox();
  const noticeBox = await offlineNotice.boundingBox();
  const freeHeight =
    (noticeBox?.y ?? 0) - (buttonBox?.y ?? 0) - (buttonBox?.height ?? 0) - 24;
  const windowHeight = Math.ceil(1600 - freeHeight);
  await page.setViewportSize({ width: 390, height: windowHeight });
  await expectFocusInView(page);
  // Browsers do no scroll anchoring at the top of a page.
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByLabel('Email').evaluate((field) => {
    field.after(document.createElement('br'), 'This text takes space.');
  });
  await expectFocusInView(page);
});
