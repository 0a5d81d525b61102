import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { Page } from 'playwright/test';
import { type Built, serveFolder } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { workerReady } from '../../support/waitlist.ts';

// A deployment is not one moment everywhere: a file may be missing at first.
// Hosting's rule for what never changes counts for its 404, too, so a browser
// must not use that again. No routes here: they would turn its cache off.

let folder: string;
let built: Built;

test.beforeEach(async ({ site }) => {
  folder = mkdtempSync(path.join(tmpdir(), 'pear-build-'));
  cpSync('dist', folder, { recursive: true });
  built = await serveFolder(folder, site.origin);
});
test.afterEach(() => {
  built.close();
  rmSync(folder, { recursive: true });
});

/** Takes a file or folder away; returns the function that brings it back. */
function takeAway(name: string): () => void {
  const place = path.join(folder, name);
  renameSync(place, `${place}-gone`);
  return () => renameSync(`${place}-gone`, place);
}

function statusOf(page: Page, address: string): Promise<number> {
  return page.evaluate(async (url) => (await fetch(url)).status, address);
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page recovers as soon as its files are there', {
    tag: '@firefox',
  }, async ({ page }) => {
    const bringBack = takeAway('static');
    await page.goto(`${built.origin}/mission`);
    const failure = page.getByRole('alert').filter({ hasText: 'failed' });
    await expect(failure).toContainText('missing');
    expect(await page.evaluate(failedFonts)).not.toEqual([]);
    bringBack();
    await page.goto(`${built.origin}/mission`);
    await hydrated(page);
    expect(await page.evaluate(failedFonts)).toEqual([]);
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
  });
});

async function failedFonts(): Promise<string[]> {
  await document.fonts.ready;
  const failed = [...document.fonts].filter((font) => font.status === 'error');
  return failed
    .map(({ family }) => family)
    .filter((family) => !family.includes('Fallback'));
}

test('the worker is installed as soon as its files are there', {
  tag: '@firefox',
}, async ({ page }) => {
  const mission = readdirSync(path.join(folder, 'static/js')).find((name) =>
    name.startsWith('mission-'),
  );
  const bringBack = takeAway(`static/js/${mission}`);
  await page.goto(`${built.origin}/faq`);
  expect(await statusOf(page, `/static/js/${mission}`)).toBe(404);
  bringBack();
  await workerReady(page);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Our Mission',
  );
});
