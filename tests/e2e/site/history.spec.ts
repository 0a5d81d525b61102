import type { Page } from 'playwright/test';
import { skipLinkText } from '../../../src/content/navigation.ts';
import { expect, test } from '../../support/fixtures.ts';
import { changeHash } from '../../support/gestures.ts';
import {
  getHeading,
  holdFiles,
  isHydrated,
  openPage,
  waitForReact,
} from '../../support/loading.ts';
import {
  expectSent,
  joinWaitlist,
  thanksText,
} from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

const valuesLinkName = 'Values: Our Core Values';
const careersTitle = 'Have a question or want to join the team?';

const getLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).first();
const readScrollTop = (page: Page) => page.evaluate(() => scrollY);

async function followLink(page: Page, name: string, title: string) {
  await getLink(page, name).click();
  await expect(page).toHaveTitle(title);
}

test('a link opens a page at its top, and Back restores the scroll position', async ({
  page,
  consoleLines,
}) => {
  await openPage(page, '/');
  const footer = page.getByRole('contentinfo');
  const careersLink = footer.getByRole('link', { name: 'Contact: Careers' });
  await careersLink.scrollIntoViewIfNeeded();
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(600);

  const scrollTop = await readScrollTop(page);
  await careersLink.click();
  await expect(getHeading(page)).toHaveText(careersTitle);
  await expect(getHeading(page)).toBeFocused();
  await expect(page).toHaveTitle(careersTitle);
  await expect(page.locator('title')).toHaveCount(1);

  const canonicalLink = page.locator('link[rel="canonical"]');
  await expect(canonicalLink).toHaveAttribute('href', /\/careers$/);
  await expect.poll(() => readScrollTop(page)).toBe(0);

  await page.goBack();
  await expect(page).toHaveTitle('Sign up now');
  await expect.poll(() => readScrollTop(page)).toBe(scrollTop);

  await page.goForward();
  await expect(page).toHaveTitle(careersTitle);
  await expect.poll(() => readScrollTop(page)).toBe(0);

  await test.step('after a reload, Back restores the scroll position', async () => {
    await page.reload();
    await waitForReact(page);
    await page.goBack();
    await expect(page).toHaveTitle('Sign up now');
    await expect.poll(() => readScrollTop(page)).toBeCloseTo(scrollTop, -2);
  });

  await test.step('after a reload, Back works before the scripts have run', async () => {
    await followLink(page, 'Careers', careersTitle);
    await followLink(page, 'Mission', 'Our Mission');
    const releaseScripts = await holdFiles(page);
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL('/careers');
    await expect(getHeading(page)).toHaveText(careersTitle);

    releaseScripts();
    await waitForReact(page);
    await expect(getHeading(page)).toHaveText(careersTitle);
    await expect(page.getByLabel('Name')).toBeEditable();
  });

  expect(consoleLines).toEqual([]);
});

test('a page handles clicks while it fades in', { tag: '@firefox' }, async ({
  page,
}) => {
  await openPage(page, '/');
  // Pauses the fade, so that the fade cannot end during the test.
  await page.evaluate(() => {
    const fadedInPaths: string[] = [];
    Object.assign(globalThis, { fadedInPaths });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...options) {
      const animation = animate.apply(this, options);
      animation.pause();
      if (this.id === 'main') fadedInPaths.push(location.pathname);
      return animation;
    };
  });

  const expectFadedPages = (...paths: string[]) =>
    expect.poll(() => page.evaluate('fadedInPaths')).toEqual(paths);
  await followLink(page, 'FAQs', 'FAQs');
  await expectFadedPages('/faq');

  await page.getByText('What is pear?').click();
  await expect(page.getByText('A place to shop directly')).toBeVisible();
  // Playwright's own click would wait for the fade to end.
  const { x = 0, y = 0 } =
    (await getLink(page, valuesLinkName).boundingBox()) ?? {};
  await page.mouse.click(x + 10, y + 10);
  await expect(page).toHaveTitle('Our Core Values');
  await expectFadedPages('/faq', '/about');
});

test('Back and reload keep FAQs open and brands picked', async ({ page }) => {
  await openPage(page, '/faq');
  const faqAnswers = page.locator('main details');
  const expandedAnswers = page.locator('main details[open]');
  for (const index of [0, 1, 2, 4, 6])
    await faqAnswers.nth(index).locator('summary').click();
  await faqAnswers.nth(6).scrollIntoViewIfNeeded();
  // Unlike a wheel, scrollBy does not continue after the call.
  await page.evaluate(() => scrollBy(0, 300));
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(400);

  const scrollTop = await readScrollTop(page);
  await followLink(page, valuesLinkName, 'Our Core Values');
  await page.goBack();
  await expect(expandedAnswers).toHaveCount(5);
  await expect.poll(() => readScrollTop(page)).toBe(scrollTop);

  await faqAnswers.nth(0).locator('summary').click();
  await expect(expandedAnswers).toHaveCount(4);
  await page.reload();
  await expect(expandedAnswers).toHaveCount(4);
  await expect(faqAnswers.nth(0)).not.toHaveAttribute('open');

  await test.step('a later visit to the page starts with all FAQ answers collapsed', async () => {
    await followLink(page, 'pear', 'Sign up now');
    await followLink(page, 'FAQs', 'FAQs');
    await expect(expandedAnswers).toHaveCount(0);
  });

  await test.step('Back and a reload restore the picked brands and the altered wish', async () => {
    await followLink(page, 'pear', 'Sign up now');
    const railCaption = page.getByText(/^On the rail:/);
    await page.getByRole('button', { name: 'Lopewell' }).click();
    await page.getByRole('button', { name: 'Drizmoor' }).click();
    const railText = 'On the rail: Skeinwell, Odalune and Lopewell.';
    await expect(railCaption).toHaveText(railText);

    const windy = page.getByRole('button', { name: 'windy' });
    await windy.click();
    await expect(windy).toHaveAttribute('aria-pressed', 'false');

    // A link to the same page replaces the history entry.
    await followLink(page, 'pear', 'Sign up now');
    await expect
      .poll(() => page.evaluate('history.state.usr'))
      .toMatchObject({ picked: expect.any(Array), dropped: ['windy'] });

    await followLink(page, valuesLinkName, 'Our Core Values');
    await page.goBack();
    await expect(railCaption).toHaveText(railText);
    await expect(windy).toHaveAttribute('aria-pressed', 'false');

    await page.reload();
    await expect(railCaption).toHaveText(railText);
    await expect(windy).toHaveAttribute('aria-pressed', 'false');
  });
});

test("a hash change keeps the page's state and the focus", async ({ page }) => {
  await openPage(page, '/');
  await page.getByRole('main').locator('a[href="/waitlist"]').last().click();
  await joinWaitlist(page);
  await expectSent(page);

  const thanksMessage = page.getByText(thanksText, { exact: true });
  await expect(thanksMessage).toBeFocused();
  await page.getByRole('link', { name: skipLinkText }).press('Enter');
  const main = page.getByRole('main');
  await expect(main).toBeFocused();
  // The visitor looks at another window, and comes back.
  await main.dispatchEvent('blur');
  await expect(main).toBeFocused();

  await thanksMessage.focus();
  for (const hash of ['x', 'main', 'menu']) {
    await page.evaluate((to) => {
      location.hash = to;
      return new Promise((done) => addEventListener('hashchange', done));
    }, hash);
    await expect(page).toHaveURL(`/waitlist#${hash}`);
    await expect(thanksMessage).toBeFocused();
  }
  await page.goBack();
  await expect(page).toHaveURL('/waitlist#main');
  await expect(thanksMessage).toBeVisible();

  await followLink(page, valuesLinkName, 'Our Core Values');
  await page.evaluate(() => {
    location.hash = 'consumer';
  });
  await expect(page.locator('#consumer h2')).toBeInViewport({ ratio: 1 });
  await expect(getHeading(page)).toBeFocused();
});

test('a link to a part of a page shows the part below the header', async ({
  page,
}) => {
  await openPage(page, '/faq#brands');
  await expect.poll(() => readScrollTop(page)).toBeGreaterThan(0);
  const measureGap = () => {
    const [header, target] = ['header', ':target'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    return (target?.top ?? Number.NaN) - (header?.bottom ?? Number.NaN);
  };
  await expect
    .poll(() => page.evaluate(measureGap), 'the header covers the target')
    .toBeGreaterThanOrEqual(0);
  await expect(page.locator(':target')).toBeInViewport();
});

test('a hash change keeps the focus in WebKit', {
  tag: '@webkit',
}, async ({ driver, network }) => {
  const browser = await driver.start();
  const tab = await browser.open();
  await tab.goto(`${network.origin}/faq`);
  await expect.poll(() => tab.evaluate(isHydrated)).toBe(true);

  await tab.evaluate(() => document.querySelector('summary')?.focus());
  await tab.evaluate(changeHash);
  const readFocus = () => document.activeElement?.localName;
  expect(await tab.evaluate(readFocus)).toBe('summary');

  await browser.close();
});

test('the site starts even if its stored data are invalid', async ({
  page,
  consoleLines,
}) => {
  for (const json of ['{"a":1}', '[[1,"x"],3,null]', 'null', '{', '"x"']) {
    await page.addInitScript((text) => {
      for (const key of ['scroll-positions', 'draft-careers', 'early-careers'])
        sessionStorage.setItem(`pear-${key}`, text);
      localStorage.setItem('pear_analytics', text);
      localStorage.setItem('pear-draft-careers', text);
      history.replaceState({ usr: text, key: 1, idx: text }, '');
    }, json);
    await openPage(page, '/careers');
    await expect(page.getByLabel('Name')).toHaveValue('');

    await followLink(page, valuesLinkName, 'Our Core Values');
    await page.goBack();
    await expect(page.getByLabel('Name')).toBeVisible();
  }
  expect(consoleLines).toEqual([]);
});

test('links work if the page was opened with a user name and password in its URL', async ({
  page,
  network,
  consoleLines,
}) => {
  const addressWithPassword = network.origin.replace('//', '//user:pass@');
  await openPage(page, `${addressWithPassword}/careers`);
  await followLink(page, 'FAQs', 'FAQs');
  expect(consoleLines).toEqual([]);
});
