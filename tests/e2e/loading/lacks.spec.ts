import type { Page, Route } from 'playwright/test';
import { formNeeds } from '../../../src/content/fields.ts';
import { notices } from '../../../src/content/notices.ts';
import type { FaultyProxy } from '../../support/faulty-proxy.ts';
import { expect, test } from '../../support/fixtures.ts';
import { feedbackForm, fillIn, submit } from '../../support/forms.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { groups, lacks, withoutThese } from '../../support/lacks.ts';
import { pages } from '../../support/pages.ts';
import type { Records } from '../../support/records.ts';
import { join, sent, shopper, workerReady } from '../../support/waitlist.ts';

const phone = { width: 390, height: 844 };

for (const { name, worker, shownBy } of lacks) {
  if (shownBy) continue;
  test.describe(() => {
    test.use({ serviceWorkers: worker ? 'allow' : 'block' });

    test(`without ${name}`, async ({
      page,
      network,
      records,
      consoleLines,
    }) => {
      await takeAway([name], page, network);
      // Chromium would still enforce them.
      if (name === 'Trusted Types') await page.route('/faq', requireNone);
      await page.goto('/faq');
      await hydrated(page);
      if (worker) await workerReady(page);
      await readAndSend(page, records);
      expect(consoleLines).toEqual([]);
    });
  });
}

for (const [group, names] of Object.entries(groups)) {
  test(`all pages work in ${group}`, async ({
    page,
    network,
    records,
    consoleLines,
  }) => {
    await takeAway(names, page, network);
    for (const { path, title } of pages) {
      await page.goto(path);
      await hydrated(page);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.goto('/faq');
    await hydrated(page);
    await readAndSend(page, records);
    expect(consoleLines).toEqual([]);
  });
}

for (const isKept of [true, false]) {
  const where = isKept ? 'and what is kept' : 'and no more without storage';
  test(`a page says that it is offline, ${where}`, async ({
    page,
    context,
    network,
  }) => {
    if (!isKept) await takeAway(['IndexedDB, forbidden'], page, network);
    await page.goto('/about');
    await workerReady(page);
    await context.setOffline(true);
    await expect(
      page.getByText(
        isKept ? `${notices.offline} ${notices.kept}` : notices.offline,
        { exact: true },
      ),
    ).toBeVisible();
  });
}

test('the menu works without popovers', async ({
  page,
  network,
  consoleLines,
}) => {
  await takeAway(['popovers'], page, network);
  await page.setViewportSize(phone);
  await page.goto('/about');
  await hydrated(page);
  const toggle = page.getByRole('button', { name: 'Menu', exact: true });
  const panel = page.getByRole('dialog', { name: 'Menu' });
  for (const close of [
    () => panel.getByRole('button', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 800),
  ]) {
    await toggle.click();
    await expect(panel).toBeVisible();
    await expect(panel).toHaveCSS('opacity', '1');
    await close();
    await expect(panel).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(toggle).toBeFocused();
  }
  await toggle.click();
  await panel.getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(consoleLines).toEqual([]);
});

/** What browsers below the floor lack; each alone keeps the scripts away. */
for (const name of ['Object.hasOwn', 'Array.at', 'HTMLDialogElement']) {
  test(`without ${name} the static page stays, and its form says why`, async ({
    page,
    consoleLines,
  }) => {
    const lack = { name, names: [name], where: '', instead: '' };
    await page.addInitScript({ content: withoutThese([lack]) });
    await page.goto('/waitlist');
    await expectStaticPage(page);
    expect(consoleLines).toEqual([]);
  });
}

for (const file of ['index', 'react']) {
  test(`where ${file} is not understood, the form says so`, async ({
    page,
  }) => {
    const names = ['Array.findLast'];
    const old = { name: 'an old browser', names, where: '', instead: '' };
    await page.addInitScript({ content: withoutThese([old]) });
    await page.route(`**/static/js/${file}-*.js`, (route) =>
      route.fulfill({ body: 'let let;', contentType: 'text/javascript' }),
    );
    await page.goto('/waitlist');
    await expectStaticPage(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('where scripts run the form does not say what it needs', async ({
  page,
}) => {
  const letThrough = await holdScripts(page);
  await page.goto('/waitlist');
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(page.getByText(formNeeds)).toBeHidden();
  letThrough();
  await hydrated(page);
  await expect(page.getByText(formNeeds)).toBeHidden();
});

/** Nothing is sent, nothing is lost, and reading goes on. */
async function expectStaticPage(page: Page): Promise<void> {
  await expect(page.getByText(formNeeds)).toBeVisible();
  await join(page);
  await expect(page).toHaveURL('/waitlist');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(page.getByText(formNeeds)).toBeVisible();
  await page.getByRole('link', { name: 'FAQs' }).first().click();
  await page.locator('main summary').first().click();
  await expect(page.locator('main summary + *').first()).toBeVisible();
}

async function takeAway(
  names: readonly string[],
  page: Page,
  network: FaultyProxy,
): Promise<void> {
  const gone = names.map((name) => {
    const found = lacks.find((lack) => lack.name === name);
    if (!found) throw new Error(`No ${name} in the table`);
    return found;
  });
  await page.addInitScript({ content: withoutThese(gone) });
  const inWorker = gone.filter(({ worker }) => worker);
  network.inject('worker', withoutThese(inWorker));
}

async function requireNone(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = await response.text();
  const body = html.replace(/; require-trusted-types-for[^"]*/, '');
  await route.fulfill({ response, body });
}

/** From the page of questions by the menu to a form, which reaches its server. */
async function readAndSend(page: Page, records: Records): Promise<void> {
  await page.setViewportSize(phone);
  const question = page.locator('main summary').first();
  const answer = question.locator('xpath=following-sibling::*[1]');
  await expect(answer).toBeHidden();
  await question.click();
  await expect(answer).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Feedback' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/feedback');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await expect(page.getByRole('status')).toHaveText(feedbackForm.thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('feedback')).toBe(1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
}
