import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from 'playwright/test';
import { expectRoom, violations } from '../../support/audits.ts';
import { expect, test } from '../../support/fixtures.ts';
import { idle } from '../../support/hydrated.ts';
import { buildMeasured, litter } from '../../support/variants.ts';

// The build for the owner's project, with visits counted: one for all.
test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ network, serve }) => {
  network.site = await serve(buildMeasured);
});

/**
 * Opens a page and lets a minute pass in it, so that the prompt and the counting
 * are there by then, or never; returns the addresses that the page requests.
 */
async function open(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.context().route(/google/, (route) => route.abort());
  await page.clock.install();
  await page.goto('/about');
  await expect(choiceIn(page)).toBeVisible();
  await page.clock.runFor(60_000);
  await idle(page);
  // Requests are reported in their order, so all before this one are.
  await page.evaluate(() => fetch('/robots.txt'));
  await expect.poll(() => asked.join()).toContain('/robots.txt');
  return asked;
}

const question = (page: Page) => page.getByText('May we count this visit?');
const buttonIn = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });
/** At the foot of the page. */
const choiceIn = (page: Page) =>
  page.getByRole('contentinfo').getByText(/count your visits\.$/);
const isCounting = (asked: string[]) =>
  asked.some((url) => /\/analytics-|google/.test(url));
/** Google's own switch. */
const isOff = () => ({ ...window })['ga-disable-G-MEASURED' as never];

test('who objects is not asked', { tag: '@firefox' }, async ({ context }) => {
  for (const objection of [
    { globalPrivacyControl: true },
    { doNotTrack: '1' },
  ] as const) {
    const page = await context.newPage();
    await page.addInitScript((given) => {
      localStorage.setItem('pear_analytics', 'yes');
      for (const [key, value] of Object.entries(given)) {
        Object.defineProperty(navigator, key, { value });
      }
    }, objection);
    const asked = await open(page);
    await expect(choiceIn(page)).toHaveText(
      'Your browser asks not to be tracked, so we do not count your visits.',
    );
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('button')).toHaveCount(0);
    await expect(question(page)).toBeHidden();
    expect(isCounting(asked)).toBe(false);
  }
});

test('a no is remembered; after a yes all tabs count, until it is taken back', {
  tag: '@firefox',
}, async ({ page, context, network }) => {
  const other = await context.newPage();
  const tabs = [page, other];
  const askedThere = await open(other);
  let asked = await open(page);
  // The question is for everyone, and comes first.
  expect(isCounting([...asked, ...askedThere])).toBe(false);
  await expect(question(other)).toBeVisible();
  await expectRoom(page, [1440, 800, 390]);
  expect(await violations(page)).toEqual([]);
  const yes = await buttonIn(page, 'Yes').boundingBox();
  const no = await buttonIn(page, 'No').boundingBox();
  // Firefox rounds positions to fractions of a pixel.
  expect(yes?.height).toBeCloseTo(no?.height ?? 0, 2);
  // A no is for every page; in Firefox the tab in front alone has the focus.
  await page.bringToFront();
  await buttonIn(page, 'No').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(question(page)).toBeHidden();
  asked = await open(page);
  await expect(question(page)).toBeHidden();
  await expect(choiceIn(page)).toHaveText('We do not count your visits.');
  expect(isCounting(asked)).toBe(false);
  const expectChoice = async (isYes: boolean) => {
    const does = isYes ? 'count' : 'do not count';
    for (const tab of tabs) {
      await expect(question(tab)).toBeHidden();
      await expect(choiceIn(tab)).toHaveText(`We ${does} your visits.`);
      await expect.poll(() => tab.evaluate(isOff)).toBe(!isYes);
    }
    asked = await open(page);
    await expect.poll(() => isCounting(asked)).toBe(isYes);
    await expect(question(page)).toBeHidden();
  };
  for (const how of ['Stop counting', 'Forget me on this device']) {
    await page.bringToFront();
    await buttonIn(page, 'Count my visits').click();
    await expectChoice(true);
    expect(isCounting(askedThere)).toBe(true);
    // As Google's script would set them, which is not to be had here.
    const names = ['_ga', '_ga_MEASURED', 'other'];
    await context.addCookies(
      names.map((name) => ({ name, value: '1', url: network.origin })),
    );
    if (how === 'Stop counting') await buttonIn(page, how).click();
    else {
      await page.getByRole('contentinfo').getByText('Contact').click();
      await page.getByText('What happens to what I send?').click();
      await buttonIn(page, how).click();
      await buttonIn(page, 'Yes, forget me').click();
      await expect(page.locator('main').getByRole('status')).toHaveText(
        'Removed from this device: your yes to counting visits.',
      );
    }
    const cookies = () => other.evaluate(() => document.cookie);
    await expect.poll(cookies).toBe('other=1');
    await expectChoice(false);
  }
});

test('what counts is not kept for offline', () => {
  const file = path.join(buildMeasured(), 'dist/sw.js');
  const worker = readFileSync(file, 'utf8');
  expect(worker).toContain('/static/js/notices-');
  expect(worker).not.toContain('/online/');
  expect(worker).not.toContain('"/sw.js"');
});

test('files of Finder and Explorer are not published', () => {
  const dist = path.join(buildMeasured(), 'dist');
  expect(existsSync(path.join(dist, 'pictures'))).toBe(true);
  for (const name of litter) {
    expect(existsSync(path.join(dist, name))).toBe(false);
    expect(readFileSync(path.join(dist, 'sw.js'), 'utf8')).not.toContain(name);
  }
});
