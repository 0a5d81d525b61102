import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import { Records } from '../../support/records.ts';
import { type Site, startSite } from '../../support/site.ts';
import { openUnsent } from '../../support/unsent.ts';
import { buildNext, nextSettings } from '../../support/variants.ts';
import { expectSent, saved, visit } from '../../support/waitlist.ts';

let next: Site;

test.beforeAll(async () => {
  const settings = { ...nextSettings, FIRESTORE_EMULATOR_HOST: '' };
  next = await startSite(settings, buildNext());
});
test.afterAll(() => next?.stop());

test('a new field refuses nobody', async ({ page: old, context, network }) => {
  await visit(old, '/careers');
  network.site = next.origin;

  // The page and the worker from before, with the rules of the new version.
  await handIn(old, 'open');
  await expect.poll(stored).toEqual(['open@loom.example ']);

  // Unsent messages of both, the last one edited in the tab from before.
  network.fail({ kind: 'reset' });
  await old.goto('/careers');
  await handIn(old, 'unsent');
  await expect(old.getByText(saved)).toBeVisible();
  const fresh = await context.newPage();
  await loadPastWorker(fresh);
  await handIn(fresh, 'waiting', '555-2');
  await expect(fresh.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(old);
  await sheet.getByRole('button', { name: 'Edit' }).nth(1).click();
  await expect(old.getByLabel('Email')).toHaveValue('waiting@loom.example');
  await old.getByLabel('Email').fill('edited@loom.example');
  await submit(old, careersForm);
  await expect(old.getByText(saved)).toBeVisible();

  // The page and the worker of the new version.
  await old.getByRole('button', { name: 'Reload' }).click();
  await expect(old.getByLabel('Phone')).toBeVisible();
  expect(await stored()).toHaveLength(1);
  network.heal();
  await expect
    .poll(stored)
    .toEqual([
      'edited@loom.example 555-2',
      'open@loom.example ',
      'unsent@loom.example ',
    ]);
});

/** As Shift and the reload button do it. */
async function loadPastWorker(page: Page): Promise<void> {
  await page.goto('/careers');
  const session = await page.context().newCDPSession(page);
  await session.send('Page.reload', { ignoreCache: true });
  await expect(page.getByLabel('Phone')).toBeVisible();
}

async function handIn(page: Page, who: string, phone?: string): Promise<void> {
  await fillIn(page, careersForm, { email: `${who}@loom.example` });
  if (phone) await page.getByLabel('Phone').fill(phone);
  await submit(page, careersForm);
}

/** Who has sent a message, and with which phone, at the server. */
async function stored(): Promise<string[]> {
  const found = await new Records(next.origin).list('careers');
  return found
    .map(({ fields: { email = '', phone = '' } }) => `${email} ${phone}`)
    .sort();
}

test('a tick is kept, and is no draft by itself', async ({ page, network }) => {
  network.site = next.origin;
  const news = page.getByLabel('Send me news');
  const ask = () => page.getByRole('button', { name: 'Forget me' }).click();
  await visit(page, '/careers');
  await page.getByText('What happens to what I send?').click();
  await ask();
  await expect(page.getByText('There is nothing to forget.')).toBeVisible();
  await news.check();
  await page.reload();
  await expect(news).toBeChecked();
  await news.uncheck();
  await page.reload();
  await hydrated(page);
  await expect(news).not.toBeChecked();

  await fillIn(page, careersForm);
  await news.check();
  network.cut();
  await submit(page, careersForm);
  await expect(page.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(news).toBeChecked();
  await news.uncheck();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(news).not.toBeChecked();
  network.restore();
  await submit(page, careersForm);
  await expectSent(page);
  const { careers } = careersForm.records;
  const found = await new Records(next.origin).all();
  expect(found.map(({ fields }) => fields)).toContainEqual(careers);
});
