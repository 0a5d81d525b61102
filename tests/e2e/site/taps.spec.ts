import type { Page } from 'playwright/test';
import { buildWithAnalytics } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  type FormSpec,
  fillIn,
  formSpecs,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import { openWithWorker } from '../../support/loading.ts';
import { getUnsentButton, joinWaitlistOffline } from '../../support/unsent.ts';
import { resizeWindow } from '../../support/window-size.ts';

const widths = [320, 390, 800, 1440];

const getOfflineNotice = (page: Page) =>
  page.locator('p', { hasText: 'You are offline.' });

/** Expects that a tap beside the notices reaches the page. */
async function expectPageBesideNotices(page: Page): Promise<void> {
  for (const width of widths) {
    await resizeWindow(page, { width, height: 844 });
    const result = await page.evaluate(tapBesideNotices);
    expect(result.notices, `${width} px: no notice`).toBeGreaterThan(0);
    expect(result.taps, `${width} px: no place beside`).toBeGreaterThan(0);
    expect(result.blocked, `${width} px: taps that no page gets`).toEqual([]);
  }
}

/**
 * Returns what is under a finger around each notice, unless it is the page. A notice is
 * what a visitor sees: an element with a border or a background. Runs in the page.
 */
function tapBesideNotices() {
  const corner = document.querySelector('[data-live]');
  const boxes = [...(corner?.querySelectorAll('*') ?? [])].filter((element) => {
    const { borderTopWidth, backgroundColor } = getComputedStyle(element);
    const isDrawn = borderTopWidth !== '0px' || !/, 0\)$/.test(backgroundColor);
    return isDrawn && element.checkVisibility() && element.clientHeight > 8;
  });

  const rects = boxes.map((box) => box.getBoundingClientRect());
  const isOnNotice = (x: number, y: number) =>
    rects.some(
      ({ left, right, top, bottom }) =>
        x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1,
    );

  const blocked: string[] = [];
  let taps = 0;
  for (const { left, right, top, bottom } of rects) {
    const xs = [2, left - 4, (left + right) / 2, right + 4, innerWidth - 2];
    const ys = [top - 4, (top + bottom) / 2, bottom + 4];
    for (const [x, y] of xs.flatMap((x) => ys.map((y) => [x, y] as const))) {
      const target = document.elementFromPoint(x, y);
      if (!target || isOnNotice(x, y)) continue;

      taps += 1;
      if (!corner?.contains(target)) continue;
      const place = `${Math.round(x)}, ${Math.round(y)}`;
      blocked.push(`${place}: ${target.outerHTML.slice(0, 80)}`);
    }
  }
  return { notices: rects.length, taps, blocked };
}

test('beside the offline and the update notice, a tap reaches the page', async ({
  page,
  context,
  network,
}) => {
  await openWithWorker(page, '/faq');
  network.inject('worker', '// The next version');
  await page.evaluate(checkForUpdate);
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expectPageBesideNotices(page);

  await context.setOffline(true);
  await expect(getOfflineNotice(page)).toBeVisible();
  await expectPageBesideNotices(page);
});

test('beside the button for unsent submissions, a tap reaches the page', async ({
  page,
  network,
}) => {
  await joinWaitlistOffline(page, network);
  await expect(getUnsentButton(page)).toBeVisible();
  await expectPageBesideNotices(page);
});

test.describe('with analytics', () => {
  test.use({ serviceWorkers: 'block' });

  test('beside the analytics question, a tap reaches the page', async ({
    page,
    network,
    serve,
  }) => {
    network.site = await serve(buildWithAnalytics);
    await page.goto('/about');
    await expect(page.getByText('May we count this visit?')).toBeVisible();
    await expectPageBesideNotices(page);
  });
});

/** Follows a link without loading the page again, so that all notices stay. */
async function followLink(page: Page, { path, button }: FormSpec) {
  await page.evaluate(
    (to) => document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click(),
    path,
  );
  await expect(page).toHaveURL(path);
  await expect(
    page.getByRole('button', { name: button, exact: true }),
  ).toBeVisible();
}

/**
 * Expects that nothing covers a control of the form, or the heading below its picture.
 * The window ends below the button that submits the form, as if the page were made for
 * it.
 */
async function expectFormFree(page: Page, form: FormSpec, notice: string) {
  const button = page.getByRole('button', { name: form.button, exact: true });
  const controls = 'main :is(input, select, textarea, button)';
  const selector = form === waitlistForm ? `main h1, ${controls}` : controls;
  for (const width of widths) {
    await resizeWindow(page, { width, height: 900 });
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
    await resizeWindow(page, { width, height: Math.ceil(y + height) + 1 });
    const coveredElements = await page.evaluate(findCoveredElements, selector);
    const place = `${notice} on ${form.path} at ${width} px`;
    expect(coveredElements, place).toEqual([]);
  }
}

/** Expects that nothing covers the heading of the home page or its two buttons. */
async function expectHomeFree(page: Page, notice: string): Promise<void> {
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('header a[href="/"]')?.click(),
  );
  const heading = page.getByRole('heading', {
    name: 'Straight from the brand',
  });
  await expect(heading).toBeVisible();
  for (const width of widths) {
    await resizeWindow(page, { width, height: 844 });
    const selector = 'main h1, main h1 ~ .actions a';
    const coveredElements = await page.evaluate(findCoveredElements, selector);
    const place = `${notice} on the home page at ${width} px`;
    expect(coveredElements, place).toEqual([]);
  }
}

/** Returns the names of the elements that are not on top. Runs in the page. */
function findCoveredElements(selector: string): string[] {
  scrollTo(0, 0);
  const elements = [...document.querySelectorAll(selector)];
  if (elements.length < 3) return ['The page is not shown'];

  const isOnTop = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const centerX = (left + right) / 2;
    const centerY = (top + bottom) / 2;
    const points: [x: number, y: number][] = [
      [left + 3, centerY],
      [right - 3, centerY],
      [centerX, top + 3],
      [centerX, bottom - 3],
    ];
    return points.every((point) =>
      element.contains(document.elementFromPoint(...point)),
    );
  };
  return elements
    .filter((element) => !isOnTop(element))
    .map(({ id, textContent }) => id || textContent);
}

test('no notice covers a control of a form, the button that submits it, or the heading below a picture', async ({
  page,
  context,
  network,
  serve,
}) => {
  network.site = await serve(buildWithAnalytics);
  await openWithWorker(page, waitlistForm.path);
  const expectFormsFree = async (notice: string) => {
    for (const form of formSpecs) {
      await followLink(page, form);
      await expectFormFree(page, form, notice);
    }
    await expectHomeFree(page, notice);
  };
  await expect(page.getByText('May we count this visit?')).toBeVisible();
  await expectFormsFree('the analytics question');

  network.inject('worker', '// The next version');
  await page.evaluate(checkForUpdate);
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expectFormsFree('the update notice');

  await context.setOffline(true);
  await expect(getOfflineNotice(page)).toBeVisible();
  await expectFormsFree('the offline notice');

  await followLink(page, waitlistForm);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(getUnsentButton(page)).toBeVisible();
  await expectFormsFree('the button for unsent messages');
});
