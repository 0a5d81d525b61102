import type { Page } from 'playwright/test';
import { skip } from '../../../src/content/navigation.ts';
import { expect, test } from '../../support/fixtures.ts';
import { load } from '../../support/hydrated.ts';
import { expectSent, join, thanks } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

const linkTo = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).first();
const values = 'Values: Our Core Values';
const top = (page: Page) => page.evaluate(() => scrollY);

test('a press on a link or button counts while a page fades in', {
  tag: '@firefox',
}, async ({ page }) => {
  await load(page, '/');
  // The fade lasts until the end of the test, however slow the machine is.
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...timing) {
      const fade = animate.apply(this, timing);
      fade.pause();
      return fade;
    };
  });
  await linkTo(page, 'FAQs').click();
  await expect(page).toHaveTitle('FAQs');
  const fades = () =>
    page.evaluate(
      () => document.getElementById('main')?.getAnimations().length,
    );
  await expect.poll(fades).toBe(1);
  // Pressed by the mouse, at the place where each is seen.
  await page.getByText('What is pear?').click();
  await expect(page.getByText('A place to shop directly')).toBeVisible();
  // Playwright's own click would wait for the fade.
  const { x = 0, y = 0 } = (await linkTo(page, values).boundingBox()) ?? {};
  await page.mouse.click(x + 10, y + 10);
  await expect(page).toHaveTitle('Our Core Values');
});

test('the second of two links pressed quickly is followed', async ({
  page,
}) => {
  await load(page, '/');
  await linkTo(page, 'FAQs').click();
  await page.waitForFunction(() => document.title === 'FAQs');
  await linkTo(page, values).click();
  await expect(page).toHaveTitle('Our Core Values');
});

test('Back restores answers, scroll and brands, also after a reload', async ({
  page,
}) => {
  await load(page, '/faq');
  const answers = page.locator('main details');
  const opened = page.locator('main details[open]');
  for (const index of [0, 1, 2, 4, 6])
    await answers.nth(index).locator('summary').click();
  await answers.nth(6).scrollIntoViewIfNeeded();
  // A wheel would go on scrolling.
  await page.evaluate(() => scrollBy(0, 300));
  await expect.poll(() => top(page)).toBeGreaterThan(400);
  const before = await top(page);
  await linkTo(page, values).click();
  await expect(page).toHaveTitle('Our Core Values');
  await page.goBack();
  await expect(opened).toHaveCount(5);
  await expect.poll(() => top(page)).toBe(before);
  await answers.nth(0).locator('summary').click();
  await expect(opened).toHaveCount(4);
  await page.reload();
  await expect(opened).toHaveCount(4);
  await expect(answers.nth(0)).not.toHaveAttribute('open');
  // A later visit starts with closed answers.
  await linkTo(page, 'pear').click();
  await expect(page).toHaveTitle('Sign up now');
  await linkTo(page, 'FAQs').click();
  await expect(page).toHaveTitle('FAQs');
  await expect(opened).toHaveCount(0);

  await linkTo(page, 'pear').click();
  const shown = page.getByText(/^On the rail:/);
  const first = await shown.textContent();
  await page.getByRole('button', { name: 'Lopewell' }).click();
  await page.getByRole('button', { name: 'Drizmoor' }).click();
  const picked = await shown.textContent();
  expect(picked).not.toBe(first);
  await linkTo(page, values).click();
  await expect(page).toHaveTitle('Our Core Values');
  await page.goBack();
  await expect(shown).toHaveText(picked ?? '');
  await page.reload();
  await expect(shown).toHaveText(picked ?? '');
});

test('a changed hash keeps the page, its state and the focus', async ({
  page,
}) => {
  await load(page, '/');
  await page.getByRole('main').locator('a[href="/waitlist"]').last().click();
  await join(page);
  await expectSent(page);
  const text = page.getByText(thanks, { exact: true });
  await expect(text).toBeFocused();
  await page.getByRole('link', { name: skip }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await text.focus();
  for (const hash of ['x', 'main', 'menu']) {
    await page.evaluate((to) => {
      location.hash = to;
      return new Promise((done) => addEventListener('hashchange', done));
    }, hash);
    await expect(page).toHaveURL(`/waitlist#${hash}`);
    await expect(text).toBeFocused();
  }
  await page.goBack();
  await expect(page).toHaveURL('/waitlist#main');
  await expect(text).toBeVisible();

  await linkTo(page, values).click();
  await expect(page).toHaveTitle('Our Core Values');
  await page.evaluate(() => {
    location.hash = 'consumer';
  });
  await expect(page.locator('#consumer h2')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the site starts where its stored data makes no sense', async ({
  page,
  consoleLines,
}) => {
  for (const stored of ['{"a":1}', '[[1,"x"],3,null]', 'null', '{', '"x"']) {
    await page.addInitScript((text) => {
      for (const key of ['scroll-positions', 'draft-careers', 'early-careers'])
        sessionStorage.setItem(`pear-${key}`, text);
      localStorage.setItem('pear_analytics', text);
      localStorage.setItem('pear-draft-careers', text);
      history.replaceState({ usr: text, key: 1, idx: text }, '');
    }, stored);
    await load(page, '/careers');
    await expect(page.getByLabel('Name')).toHaveValue('');
    await linkTo(page, values).click();
    await expect(page).toHaveTitle('Our Core Values');
    await page.goBack();
    await expect(page.getByLabel('Name')).toBeVisible();
  }
  expect(consoleLines).toEqual([]);
});

test('the site works at an address with a password', async ({
  page,
  network,
  consoleLines,
}) => {
  const secret = network.origin.replace('//', '//user:pass@');
  await load(page, `${secret}/careers`);
  await linkTo(page, 'FAQs').click();
  await expect(page).toHaveTitle('FAQs');
  expect(consoleLines).toEqual([]);
});
