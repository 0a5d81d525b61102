import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { fillIn, formSpecs, submit, tagsOf } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import { inStore } from '../../support/indexed-db.ts';
import { sent } from '../../support/waitlist.ts';

const title = 'What happens to what I send?';

/** What each form says beside what all say. */
const says: Record<string, RegExp> = {
  '/waitlist':
    /Your email stays here too.*your favorite brand.*list for early access/,
  '/brandSignup': /your name, your email and your company/,
  '/careers': /your message, and write back.*say so in this form/,
  '/feedback': /waitlist on this device.*your email and your message/,
};

async function read(page: Page, path: string): Promise<void> {
  const answer = page.locator('main details > :not(summary)');
  await expect(answer).toBeHidden();
  await page.getByText(title).click();
  await expect(answer).toBeVisible();
  await expect(answer).toContainText(
    /draft.*kept on this device, where there is room, until/,
  );
  await expect(answer).toContainText(says[path] ?? '');
  await expect(answer).toContainText(/Nobody else gets what you send/);
  await expect(answer).toContainText(/To have it erased/);
}

for (const form of formSpecs) {
  test(`${form.path} tells what happens, and it is so`, {
    tag: tagsOf(form),
  }, async ({ page, records }) => {
    await page.goto(form.path);
    await hydrated(page);
    await read(page, form.path);
    await fillIn(page, form);
    const [draft] = await page.evaluate(() => Object.keys(sessionStorage));
    expect(draft).toBe(`pear-draft-${form.path.slice(1)}`);
    await submit(page, form);
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
    const [collection] = Object.keys(form.records) as ['waitlist'];
    expect(await records.count(collection)).toBe(1);
    const left = await page.evaluate(() => [
      Object.entries(localStorage),
      Object.keys(sessionStorage).filter((key) => key.includes('draft')),
    ]);
    const email = ['pear_user_email', 'ada@loom.example'];
    expect(left).toEqual([form.path === '/waitlist' ? [email] : [], []]);
    expect(await page.evaluate(inStore, {})).toEqual([]);
    const notes = await page.evaluate(inStore, { store: 'receipts' });
    expect(notes.map((note) => Object.keys(note).sort())).toEqual([
      ['at', 'id'],
    ]);
    await page.reload();
    await hydrated(page);
    const first = page.getByLabel(form.fields[0]?.label ?? '');
    await expect(first).toHaveValue('');
  });
}

test('the way to have it erased is a link, but where one is there', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('/feedback');
  await page.getByText(title).click();
  await page.getByRole('link', { name: 'write to us' }).click();
  await expect(page).toHaveURL('/careers');
  await page.getByText(title).click();
  await expect(page.getByRole('link', { name: 'write to us' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path } of formSpecs) {
    test(`${path} tells it as well`, async ({ page }) => {
      await page.goto(path);
      await read(page, path);
    });
  }
});
