import type { Page } from 'playwright/test';
import { skipLinkText } from '../../../src/content/navigation.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  headingOf,
  holdScripts,
  openPage,
  waitForReact,
} from '../../support/loading.ts';
import { expectSent, joinWaitlist, thanks } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

const valuesLink = 'Values: Our Core Values';
const careersTitle = 'Have a question or want to join the team?';

const linkTo = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).first();
const readScrollTop = (page: Page) => page.evaluate(() => scrollY);

async function follow(page: Page, name: string, title: string): Promise<void> {
  await linkTo(page, name).click();
  await expect(page).toHaveTitle(title);
}

test('a link opens a page at its top, and Back restores the scroll position', async ({
  page,
  consoleLines,
}) => {
  await openPage(page, '/');
  const footer = page.getByRole('contentinfo');
  const link = footer.getByRole('link', { name: 'Contact: Careers' });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(600);
  const before = await readScrollTop(page);
  await link.click();
  await expect(headingOf(page)).toHaveText(careersTitle);
  await expect(headingOf(page)).toBeFocused();
  await expect(page).toHaveTitle(careersTitle);
  await expect(page.locator('title')).toHaveCount(1);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', /\/careers$/);
  await expect.poll(() => readScrollTop(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle('Sign up now');
  await expect.poll(() => readScrollTop(page)).toBe(before);
  await page.goForward();
  await expect(page).toHaveTitle(careersTitle);
  await expect.poll(() => readScrollTop(page)).toBe(0);
  await test.step('after a reload, Back restores the scroll position', async () => {
    await page.reload();
    await waitForReact(page);
    await page.goBack();
    await expect(page).toHaveTitle('Sign up now');
    await expect.poll(() => readScrollTop(page)).toBeCloseTo(before, -2);
  });
  await test.step('after a reload, Back works before the scripts have run', async () => {
    await follow(page, 'Careers', careersTitle);
    await follow(page, 'Mission', 'Our Mission');
    const releaseScripts = await holdScripts(page);
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL('/careers');
    await expect(headingOf(page)).toHaveText(careersTitle);
    releaseScripts();
    await waitForReact(page);
    await expect(headingOf(page)).toHaveText(careersTitle);
    await expect(page.getByLabel('Name')).toBeEditable();
  });
  expect(consoleLines).toEqual([]);
});

test('a page handles clicks while it fades in', { tag: '@firefox' }, async ({
  page,
}) => {
  await openPage(page, '/');
  // A paused fade lasts until the end of the test on any machine.
  await page.evaluate(() => {
    const fadedPaths: string[] = [];
    Object.assign(globalThis, { fadedPaths });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...options) {
      const animation = animate.apply(this, options);
      animation.pause();
      if (this.id === 'main') fadedPaths.push(location.pathname);
      return animation;
    };
  });
  const expectFaded = (...paths: string[]) =>
    expect.poll(() => page.evaluate('fadedPaths')).toEqual(paths);
  await follow(page, 'FAQs', 'FAQs');
  await expectFaded('/faq');
  await page.getByText('What is pear?').click();
  await expect(page.getByText('A place to shop directly')).toBeVisible();
  // Playwright's own click would wait for the fade to end.
  const { x = 0, y = 0 } = (await linkTo(page, valuesLink).boundingBox()) ?? {};
  await page.mouse.click(x + 10, y + 10);
  await expect(page).toHaveTitle('Our Core Values');
  await expectFaded('/faq', '/about');
});

test('Back and a reload restore open FAQ answers and picked brands', async ({
  page,
}) => {
  await openPage(page, '/faq');
  const answers = page.locator('main details');
  const opened = page.locator('main details[open]');
  for (const index of [0, 1, 2, 4, 6])
    await answers.nth(index).locator('summary').click();
  await answers.nth(6).scrollIntoViewIfNeeded();
  // Unlike a wheel, scrollBy does not continue after the call.
  await page.evaluate(() => scrollBy(0, 300));
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(400);
  const before = await readScrollTop(page);
  await follow(page, valuesLink, 'Our Core Values');
  await page.goBack();
  await expect(opened).toHaveCount(5);
  await expect.poll(() => readScrollTop(page)).toBe(before);
  await answers.nth(0).locator('summary').click();
  await expect(opened).toHaveCount(4);
  await page.reload();
  await expect(opened).toHaveCount(4);
  await expect(answers.nth(0)).not.toHaveAttribute('open');
  await test.step('a later visit to the page starts with all FAQ answers collapsed', async () => {
    await follow(page, 'pear', 'Sign up now');
    await follow(page, 'FAQs', 'FAQs');
    await expect(opened).toHaveCount(0);
  });
  await test.step('Back and a reload restore the picked brands', async () => {
    await follow(page, 'pear', 'Sign up now');
    const shown = page.getByText(/^On the rail:/);
    await page.getByRole('button', { name: 'Lopewell' }).click();
    await page.getByRole('button', { name: 'Drizmoor' }).click();
    const pickedText = 'On the rail: Skeinwell, Odalune and Lopewell.';
    await expect(shown).toHaveText(pickedText);
    await follow(page, valuesLink, 'Our Core Values');
    await page.goBack();
    await expect(shown).toHaveText(pickedText);
    await page.reload();
    await expect(shown).toHaveText(pickedText);
  });
});

test('a hash change keeps the page and the focus', async ({ page }) => {
  await openPage(page, '/');
  await page.getByRole('main').locator('a[href="/waitlist"]').last().click();
  await joinWaitlist(page);
  await expectSent(page);
  const text = page.getByText(thanks, { exact: true });
  await expect(text).toBeFocused();
  await page.getByRole('link', { name: skipLinkText }).press('Enter');
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
  await follow(page, valuesLink, 'Our Core Values');
  await page.evaluate(() => {
    location.hash = 'consumer';
  });
  await expect(page.locator('#consumer h2')).toBeInViewport({ ratio: 1 });
  await expect(headingOf(page)).toBeFocused();
});

test('the site starts even if its stored data are invalid', async ({
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
    await openPage(page, '/careers');
    await expect(page.getByLabel('Name')).toHaveValue('');
    await follow(page, valuesLink, 'Our Core Values');
    await page.goBack();
    await expect(page.getByLabel('Name')).toBeVisible();
  }
  expect(consoleLines).toEqual([]);
});

test('links work on a page whose address contains a password', async ({
  page,
  network,
  consoleLines,
}) => {
  const address = network.origin.replace('//', '//user:pass@');
  await openPage(page, `${address}/careers`);
  await follow(page, 'FAQs', 'FAQs');
  expect(consoleLines).toEqual([]);
});
