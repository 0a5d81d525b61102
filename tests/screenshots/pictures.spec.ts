import type { Page } from 'playwright/test';
import { denial } from '../support/commits.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';
import { expect, test } from '../support/fixtures.ts';
import { feedbackForm, fillIn, formSpecs, submit } from '../support/forms.ts';
import { hydrated } from '../support/hydrated.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import { joinRefused, pill } from '../support/unsent.ts';
import { saved, sent, visit } from '../support/waitlist.ts';

const { PICTURES = '.shots', AGAINST } = process.env;

interface Given {
  page: Page;
  network: FaultyProxy;
}

const stories = {
  pages: shootPages,
  notices: shootNotices,
  forms: shootForms,
  unsent: shootUnsent,
};
for (const viewport of [
  { width: 390, height: 844 },
  { width: 800, height: 1100 },
  { width: 1440, height: 900 },
]) {
  for (const [name, shootAll] of Object.entries(stories)) {
    test.describe(() => {
      test.use({
        viewport,
        // Phones have no room set aside for a scroll bar.
        isMobile: viewport.width < 768,
        contextOptions: { reducedMotion: 'reduce' },
        locale: 'en-GB',
        timezoneId: 'UTC',
        // A worker would have the chunk that is kept away.
        serviceWorkers: shootAll === shootPages ? 'block' : 'allow',
      });
      test(`${name}, ${viewport.width} px wide`, shootAll);
    });
  }
}

async function shootPages({ page }: Given): Promise<void> {
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    await shoot(page, nameOf(path));
  }
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) {
    await menu.click();
    await shoot(page, 'menu', { fullPage: false });
    await page.keyboard.press('Escape');
  }
  await page.goto('/faq');
  for (const question of await page.locator('main summary').all()) {
    await question.click();
  }
  await shoot(page, 'faq-open');
  await page.route(/\/static\/js\/mission-/, (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await page.locator('a[href="/mission"]').last().click();
  const address = page.getByRole('alert').locator('code');
  // The build's hash is in it.
  await address.evaluate((code) => {
    code.textContent = '/static/js/mission.js';
  });
  await shoot(page, 'chunk-error');
}

/** The version and the install offer, as the browser would announce them. */
async function shootNotices({ page }: Given): Promise<void> {
  await visit(page, '/waitlist');
  await page.reload();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  // Again and again: the page listens only once it has time for it.
  await page.waitForFunction(() => {
    dispatchEvent(new Event('beforeinstallprompt'));
    navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
    const text = document.body.textContent ?? '';
    const announced = ['Install app', 'A new version is ready.'];
    return announced.every((words) => text.includes(words));
  });
  await shoot(page, 'notices');
}

async function shootForms({ page, network }: Given): Promise<void> {
  const context = page.context();
  for (const form of formSpecs) {
    const name = nameOf(form.path);
    await visit(page, form.path);
    await submit(page, form);
    await shoot(page, `${name}-error`);
    network.fail(denial);
    // The email that the waitlist has left is not to be typed.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await fillIn(page, form);
    await submit(page, form);
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: /could not be sent/ }).waitFor();
    await shoot(page, `${name}-refused`);
    network.heal();
    network.cut();
    await context.setOffline(true);
    await submit(page, form);
    await page.getByText(saved).waitFor();
    await page.getByRole('button', { name: /waiting to send/ }).waitFor();
    await shoot(page, `${name}-saved`);
    network.restore();
    await context.setOffline(false);
    await page.getByText(sent, { exact: true }).waitFor();
    await page.getByRole('button', { name: pill }).waitFor({ state: 'hidden' });
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await shoot(page, `${name}-sent`);
  }
}

async function shootUnsent({ page, network }: Given): Promise<void> {
  await page.clock.setFixedTime('2026-01-01T09:00Z');
  await joinRefused(page, network);
  await page.evaluate(() => localStorage.clear());
  await page.clock.setFixedTime('2026-01-01T09:05Z');
  await page.goto('/feedback');
  network.fail({ kind: 'answer', status: 500, body: '{}' });
  await fillIn(page, feedbackForm);
  await submit(page, feedbackForm);
  await page.getByText(saved).waitFor();
  await page.getByRole('button', { name: /^[12] messages? / }).click();
  const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
  await shoot(page, 'unsent', { fullPage: false });
  await sheet.getByRole('button', { name: 'Discard' }).last().click();
  await shoot(page, 'unsent-discard', { fullPage: false });
  network.heal();
}

async function shoot(page: Page, name: string, { fullPage = true } = {}) {
  const file = `${name}-${page.viewportSize()?.width}.png`;
  const fading = page.locator(':root:active-view-transition');
  await fading.waitFor({ state: 'detached' });
  await page.evaluate(layOut);
  const path = `${PICTURES}/${file}`;
  const picture = await page.screenshot({ path, fullPage });
  if (AGAINST) expect.soft(picture).toMatchSnapshot(file, { threshold: 0.02 });
}

/** In the page: lays out and loads all of it. */
async function layOut(): Promise<void> {
  // Constructed, since the page's policy forbids style elements.
  const whole = new CSSStyleSheet();
  whole.replaceSync(`* {
    content-visibility: visible !important;
    transition: none !important;
  }`);
  document.adoptedStyleSheets = [whole];
  // The header sticks to where the page stands.
  scrollTo(0, 0);
  for (const image of document.images) image.loading = 'eager';
  const decoded = [...document.images].map((image) => image.decode());
  await Promise.allSettled([...decoded, document.fonts.ready]);
}

function nameOf(path: string): string {
  if (path === notFoundPage.path) return 'not-found';
  return path === '/' ? 'home' : path.slice(1);
}
