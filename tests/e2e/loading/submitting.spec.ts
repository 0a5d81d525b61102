import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { startEditing } from '../../support/unsent.ts';
import { expectSent, join, shopper, thanks } from '../../support/waitlist.ts';

// The chunk that a submit needs: where it is late, or does not come.

const submitting = /\/static\/js\/submitting-[^/]*\.js/;

/** Without the worker every chunk comes over the network. */
test.use({ serviceWorkers: 'block' });

const brandOf = (page: Page) => page.getByLabel('Favorite brand');
const submitOf = (page: Page) =>
  page.getByRole('button', { name: 'Join Waitlist' });

test('what is typed until the code to send it comes is sent', async ({
  page,
  records,
}) => {
  const letThrough = await holdScripts(page, '**/static/js/submitting-*.js');
  await page.goto('/waitlist');
  await hydrated(page);
  await join(page);
  await brandOf(page).fill('Lopewell');
  letThrough();
  await expectSent(page);
  const fields = { favoriteBrand: 'Lopewell' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});

test('what a submit needs is asked for again, and a reload is offered', async ({
  page,
  records,
}) => {
  await page.route(submitting, (route) => route.abort());
  await page.goto('/waitlist');
  await hydrated(page);
  await join(page);
  const failure = page.getByText('Loading chunk failed: network');
  await expect(failure).toContainText('submitting-');
  await page.getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await submitOf(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(submitting);
  await submitOf(page).click();
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect.poll(() => records.count('waitlist')).toBe(1);
});

test('a reload without it keeps the edit', async ({
  page,
  network,
  records,
}) => {
  network.fail({ kind: 'reset' });
  await page.goto('/waitlist');
  await join(page);
  await startEditing(page);
  await brandOf(page).fill('Weft');
  await page.route(submitting, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await submitOf(page).click();
  await expect(page.getByText(/Loading chunk failed: miss/)).toBeVisible();
  await page.unroute(submitting);
  await page.getByRole('link', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(brandOf(page)).toHaveValue('Weft');
  network.heal();
  await submitOf(page).click();
  await expectSent(page);
  const fields = { favoriteBrand: 'Weft' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});
