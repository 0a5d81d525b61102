import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { Records } from '../../support/records.ts';
import { type Site, startSite } from '../../support/site.ts';
import { openUnsent } from '../../support/unsent.ts';
import { buildNext, nextSettings } from '../../support/variants.ts';
import { saved, visit } from '../../support/waitlist.ts';

let next: Site;

test.beforeAll(async () => {
  const settings = { ...nextSettings, FIRESTORE_EMULATOR_HOST: '' };
  next = await startSite(settings, buildNext());
});
test.afterAll(() => next?.stop());

test('new fields refuse nobody', async ({ page: old, context, network }) => {
  await visit(old, '/careers');
  network.site = next.origin;

  // The page and the worker from before, with the rules of the new version.
  await handIn(old, 'open');
  await expect.poll(stored).toEqual(['open@loom.example']);

  // Unsent messages of both, the last one edited in the tab from before.
  network.fail({ kind: 'reset' });
  await old.goto('/careers');
  await handIn(old, 'unsent');
  await expect(old.getByText(saved)).toBeVisible();
  const fresh = await context.newPage();
  await fresh.goto('/careers');
  await reloadPastWorker(fresh);
  // A tick is part of the draft.
  const news = fresh.getByLabel('Send me news');
  await news.check();
  await reloadPastWorker(fresh);
  await expect(news).toBeChecked();
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
      'edited@loom.example 555-2 yes',
      'open@loom.example',
      'unsent@loom.example',
    ]);
});

/** As Shift and the reload button do it. */
async function reloadPastWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
}

async function handIn(page: Page, who: string, phone?: string): Promise<void> {
  await fillIn(page, careersForm, { email: `${who}@loom.example` });
  if (phone) await page.getByLabel('Phone').fill(phone);
  await submit(page, careersForm);
}

/** Who has sent a message, and what more than the form from before has. */
async function stored(): Promise<string[]> {
  const found = await new Records(next.origin).list('careers');
  return found
    .map(({ fields: { email, phone, news } }) =>
      [email, phone, news].filter(Boolean).join(' '),
    )
    .sort();
}
