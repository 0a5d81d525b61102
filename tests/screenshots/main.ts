import { mkdirSync, rmSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { denial, fillIn, formSpecs, submit } from '../support/forms.ts';
import { Network } from '../support/network.ts';
import { notFoundPage, pages } from '../support/pages.ts';
import { startSite } from '../support/site.ts';
import { saved, sent, workerReady } from '../support/waitlist.ts';

const folder = '.shots';
const sizes = [
  { width: 390, height: 844 },
  { width: 800, height: 1100 },
  { width: 1440, height: 900 },
];

/** `npm run pictures`: every page and state at three sizes, for looking. */
export async function main(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const site = await startSite({ FIRESTORE_EMULATOR_HOST: '' });
  const network = new Network(site.origin);
  await network.open();
  const browser = await chromium.launch(launchOptions('chromium'));
  for (const viewport of sizes) {
    const open = () =>
      browser.newContext({
        viewport,
        // Phones have no room set aside for a scroll bar.
        isMobile: viewport.width < 768,
        baseURL: network.origin,
        reducedMotion: 'reduce',
      });
    await shootPages(await open());
    await shootForms(await open(), network);
    await shootUnsent(await open(), network);
  }
  await browser.close();
  await network.close();
  await site.stop();
  console.log(`The pictures are in ${folder}.`);
}

async function shootPages(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
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
  await context.close();
}

async function shootForms(
  context: BrowserContext,
  network: Network,
): Promise<void> {
  const page = await context.newPage();
  for (const form of formSpecs) {
    const name = nameOf(form.path);
    await page.goto(form.path);
    await workerReady(page);
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
    await shoot(page, `${name}-sent`);
  }
  await context.close();
}

async function shootUnsent(
  context: BrowserContext,
  network: Network,
): Promise<void> {
  const page = await context.newPage();
  await page.goto('/careers');
  await workerReady(page);
  network.fail(denial);
  const [, , careers, feedback] = formSpecs;
  await fillIn(page, careers);
  await submit(page, careers);
  await page.getByRole('button', { name: /could not be sent/ }).waitFor();
  await page.goto('/feedback');
  network.fail({ kind: 'answer', status: 500, body: '{}' });
  await fillIn(page, feedback);
  await submit(page, feedback);
  await page.getByText(saved).waitFor();
  await page.getByRole('button', { name: /^[12] messages? / }).click();
  const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
  await shoot(page, 'unsent', { fullPage: false });
  await sheet.getByRole('button', { name: 'Discard' }).last().click();
  await shoot(page, 'unsent-discard', { fullPage: false });
  network.heal();
  await context.close();
}

async function shoot(
  page: Page,
  name: string,
  { fullPage = true } = {},
): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  if (fullPage) await loadPictures(page);
  const path = `${folder}/${name}-${width}.png`;
  await page.screenshot({ path, fullPage });
}

/** Those further down would else load only when they come near. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The header sticks to where the page stands.
    scrollTo(0, 0);
    for (const image of document.images) image.loading = 'eager';
    await Promise.all(
      [...document.images].map((image) => image.decode().catch(() => {})),
    );
    await document.fonts.ready;
  });
}

function nameOf(path: string): string {
  if (path === notFoundPage.path) return 'not-found';
  return path === '/' ? 'home' : path.slice(1);
}
