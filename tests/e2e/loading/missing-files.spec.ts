import { cpSync, readdirSync, renameSync } from 'node:fs';
import * as path from 'node:path';
import { serveFolder } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { workerReady } from '../../support/waitlist.ts';

// A deployment is not one moment everywhere: a file may be missing at first.
// Hosting's rule for what never changes counts for its 404, too, so a browser
// must not use that again. No routes here: they would turn its cache off.

test(
  'page and worker recover as soon as their files are there',
  {
    tag: '@firefox',
  },
  async ({ page, site }, testInfo) => {
    const folder = testInfo.outputPath('dist');
    cpSync('dist', folder, { recursive: true });
    const built = await serveFolder(folder, site.origin);
    const files = path.join(folder, 'static');
    const chunk = readdirSync(`${files}/js`).find((name) => /^faq-/.test(name));
    renameSync(files, `${files}-gone`);
    await page.goto(`${built.origin}/mission`);
    const failure = page.getByRole('alert').filter({ hasText: 'failed' });
    await expect(failure).toContainText('missing');
    expect(await page.evaluate(failedFonts)).not.toEqual([]);
    const statusOf = async (url: string) => (await fetch(url)).status;
    expect(await page.evaluate(statusOf, `/static/js/${chunk}`)).toBe(404);
    renameSync(`${files}-gone`, files);
    await page.goto(`${built.origin}/mission`);
    await hydrated(page);
    expect(await page.evaluate(failedFonts)).toEqual([]);
    await workerReady(page);
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
    built.close();
  },
);

async function failedFonts(): Promise<string[]> {
  await document.fonts.ready;
  const failed = [...document.fonts].filter((font) => font.status === 'error');
  return failed
    .map(({ family }) => family)
    .filter((family) => !family.includes('Fallback'));
}
