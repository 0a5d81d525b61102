import type { Page, ViewportSize } from 'playwright/test';
import { buildWithAnalytics } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  feedbackForm,
  fillIn,
  submit,
} from '../../support/forms.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import { getHeading, openWithWorker } from '../../support/loading.ts';
import { closeMenu, openMenu } from '../../support/menu.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { runAxe } from '../../support/page-checks.ts';
import { pages } from '../../support/pages.ts';
import { getUnsentDialog } from '../../support/unsent.ts';
import { resizeWindow } from '../../support/window-size.ts';

const phoneSize = { width: 390, height: 664 };
/** The size of a phone's window at 400 % zoom. */
const zoomedSize = { width: 320, height: 256 };
const otherSizes = [
  { width: 320, height: 480 },
  { width: 667, height: 375 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
];
const isCI = process.env.CI === 'true';
const windowSizes = [zoomedSize, phoneSize, ...(isCI ? otherSizes : [])];

/**
 * Moves the focus with a key through the page, or once around an open dialog.
 * Returns a line for each focused element that is not fully visible.
 */
async function findCoveredTabStops(page: Page, key = 'Tab') {
  const coveredNames: string[] = [];
  await page.evaluate(resetVisited);
  const isInDialog = await page.getByRole('dialog').isVisible();
  if (!isInDialog) await page.evaluate(resetFocus);

  let count = 0;
  for (;;) {
    await page.keyboard.press(key);
    const tabStop = await page.evaluate(describeFocus);
    // The browser itself is between the last and the first stop.
    if (tabStop === 'outside' && (isInDialog || count === 0)) continue;
    if (typeof tabStop === 'string') break;
    count += 1;
    if (tabStop.isCovered) coveredNames.push(tabStop.name);
  }
  // Otherwise the test would pass if the key moved no focus.
  expect(count).toBeGreaterThan(5);

  return coveredNames;
}

function resetVisited(): void {
  Object.assign(globalThis, { visited: new Set() });
}

/** Makes the next Tab focus the first element of the page. Runs in the page. */
function resetFocus(): void {
  (document.activeElement as HTMLElement).blur();
  scrollTo(0, 0);
}

/**
 * Runs in the page, and adds the focused element to the global set `visited`. Returns
 * 'outside' if no element of the page has the focus.
 */
async function describeFocus() {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise(requestAnimationFrame);

  const { visited } = globalThis as unknown as { visited: Set<Element> };
  const element = document.activeElement;
  if (!element || element === document.body) return 'outside';
  if (visited.has(element)) return 'visited';
  visited.add(element);

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

  const isInViewport = top >= -0.5 && bottom <= innerHeight + 0.5;

  const { outlineWidth, outlineOffset } = getComputedStyle(element);
  // Browsers round the positions of scrolled elements.
  const ringWidth =
    Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.5;

  const findAncestors = (child: Element): Element[] => {
    const parent = child.parentElement;
    if (!parent || parent === document.body) return [];
    return [parent, ...findAncestors(parent)];
  };

  const isClipped = findAncestors(element).some((ancestor) => {
    const { overflowX, overflowY } = getComputedStyle(ancestor);
    const box = ancestor.getBoundingClientRect();
    const isClippedX =
      box.left > left - ringWidth || box.right < right + ringWidth;
    const isClippedY =
      box.top > top - ringWidth || box.bottom < bottom + ringWidth;
    return (
      (overflowX !== 'visible' && isClippedX) ||
      (overflowY !== 'visible' && isClippedY)
    );
  });

  const name = `${element.tagName} ${element.textContent || element.id}`;
  return { name, isCovered: !isOnTop || !isInViewport || isClipped };
}

/** Expects that the focused element is visible as a whole. */
async function expectFocusInView(page: Page): Promise<void> {
  await page.evaluate(resetVisited);
  const element = await page.evaluate(describeFocus);
  expect(element).toMatchObject({ isCovered: false });
}

/** Expects that the focus is on no covered element at a window size. */
async function expectNothingCovered(
  page: Page,
  size: ViewportSize,
  keys = ['Tab', 'Shift+Tab'],
) {
  await resizeWindow(page, size);
  for (const key of keys) {
    const coveredNames = await findCoveredTabStops(page, key);
    const situation = `${key} at ${size.width} x ${size.height} px`;
    expect(coveredNames, situation).toEqual([]);
  }
}

test('no notice covers the focused element on any page', async ({
  page,
  context,
  network,
  serve,
}) => {
  network.site = await serve(buildWithAnalytics);
  await openWithWorker(page, '/careers');
  network.inject('worker', '/* the next version */');
  await page.evaluate(checkForUpdate);
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
  await context.setOffline(true);
  const installButton = page.getByRole('button', { name: 'Install app' });
  const offlineNotice = page.locator('p', { hasText: 'You are offline.' });
  const updateNotice = page.getByText('A new version is ready.');
  const analyticsQuestion = page.getByText('May we count this visit?');
  const unsentButton = page.getByRole('button', { name: /1 message waiting/ });

  const expectNothingCoveredOrWrong = async () => {
    for (const size of windowSizes)
      await expectNothingCovered(page, size, ['Tab']);
    expect(await runAxe(page)).toEqual([]);
  };

  await expect(offlineNotice).toBeVisible();
  await expect(installButton).toBeVisible();
  // One notice shows at a time.
  await expect(updateNotice).toBeHidden();
  await expectNothingCoveredOrWrong();

  // The focus must not be lost with a notice that disappears.
  await page.getByRole('button', { name: 'Close the offline notice' }).focus();
  await context.setOffline(false);
  await expect(getHeading(page)).toBeFocused();
  await expect(updateNotice).toBeVisible();
  await expect(analyticsQuestion).toBeHidden();

  await page.getByRole('button', { name: 'Reload' }).focus();
  await context.setOffline(true);
  await expect(getHeading(page)).toBeFocused();

  await fillIn(page, careersForm);
  // In a phone's window, a notice appears while a field has the focus.
  await page.setViewportSize(phoneSize);
  await page.getByLabel('Message').focus();
  await context.setOffline(false);
  await expect(offlineNotice).toBeHidden();

  await context.setOffline(true);
  await expect(offlineNotice).toBeVisible();
  await expectFocusInView(page);

  await submit(page, careersForm);
  await expect(unsentButton).toBeVisible();
  await page.getByRole('link', { name: 'pear' }).first().click();
  await expect(getHeading(page)).toHaveText('Straight from the brand.');

  for (const notice of [unsentButton, updateNotice])
    await expect(notice).toBeVisible();
  await expectNothingCoveredOrWrong();

  await page.setViewportSize(phoneSize);
  for (const { path, title } of pages) {
    await page.evaluate(
      (to) => document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click(),
      path,
    );
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    expect(await findCoveredTabStops(page), path).toEqual([]);
  }
});

test('in the menu, every focused link and button is fully visible', async ({
  page,
  context,
}) => {
  await openWithWorker(page, '/about');
  await context.setOffline(true);
  await expect(
    page.locator('p', { hasText: 'You are offline.' }),
  ).toBeVisible();

  // From 824 px on there is no menu.
  for (const size of windowSizes.filter(({ width }) => width < 824)) {
    await page.setViewportSize(size);
    await openMenu(page);
    await expectNothingCovered(page, size);
    await closeMenu(page);
  }
});

test('in the unsent dialog, every focused control is fully visible', async ({
  page,
  context,
  network,
}) => {
  await openWithWorker(page, '/feedback');
  network.fail(deniedFault);
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await expect(page.getByRole('alert')).toBeVisible();

  await context.setOffline(true);
  await page.goto('/careers');
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await page.getByRole('button', { name: /1 message could not/ }).click();
  const dialog = getUnsentDialog(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);

  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await dialog.getByRole('button', { name: 'Copy text' }).first().click();
  await expect(dialog.getByRole('textbox')).toBeVisible();

  await dialog.getByRole('button', { name: 'Discard' }).last().click();
  await dialog.getByRole('button', { name: 'Forget me' }).click();
  await expect(dialog.getByText(/^This removes/)).toBeVisible();

  for (const size of windowSizes) await expectNothingCovered(page, size);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the notice that a script is missing covers no focused element', async ({
    page,
  }) => {
    await page.route('**/notices-*.js', (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.goto('/careers');
    await expect(page.getByText('Loading chunk failed')).toBeVisible();
    for (const size of windowSizes) await expectNothingCovered(page, size);
  });
});

test('text that appears above the focused button does not push the button out of view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 1600 });
  await openWithWorker(page, '/waitlist');
  const joinButton = page.getByRole('button', { name: 'Join Waitlist' });
  await joinButton.focus();

  // Makes the gap between button and window's edge as high as the focus outline.
  const buttonBox = await joinButton.boundingBox();
  const windowHeight = Math.ceil(
    (buttonBox?.y ?? 0) + (buttonBox?.height ?? 0) + 24,
  );
  await resizeWindow(page, { width: 390, height: windowHeight });
  await expectFocusInView(page);
  // Browsers do no scroll anchoring at the top of a page.
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.getByLabel('Email').evaluate((field) => {
    field.after(document.createElement('br'), 'This text takes space.');
  });
  await expectFocusInView(page);
});

test('a form that returns after a refusal shows its focused button', async ({
  page,
  network,
}) => {
  await page.setViewportSize(zoomedSize);
  await openWithWorker(page, '/careers');
  network.fail(deniedFault);
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expect(page.getByText('It is kept on this device.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
  await expectFocusInView(page);
});
