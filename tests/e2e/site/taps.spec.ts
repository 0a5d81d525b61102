import type { Page } from 'playwright/test';
import { buildWithAnalytics } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import { openWithWorker } from '../../support/loading.ts';
import { getUnsentButton, joinWaitlistOffline } from '../../support/unsent.ts';

/** Expects that a tap beside the notices reaches the page. */
async function expectPageBesideNotices(page: Page): Promise<void> {
  for (const width of [320, 390, 800, 1440]) {
    await page.setViewportSize({ width, height: 844 });
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
    for (const x of [
      2,
      left - 4,
      (left + right) / 2,
      right + 4,
      innerWidth - 2,
    ])
      for (const y of [top - 4, (top + bottom) / 2, bottom + 4]) {
        const target = document.elementFromPoint(x, y);
        if (!target || isOnNotice(x, y)) continue;
        taps += 1;
        if (corner?.contains(target))
          blocked.push(
            `${Math.round(x)}, ${Math.round(y)}: ${target.className}`,
          );
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
  await expect(page.getByText('You are offline.').last()).toBeVisible();
  await expectPageBesideNotices(page);
});

test('beside the button for unsent messages, a tap reaches the page', async ({
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
