import { hasTakenOver } from '../../../src/boot/early-input.ts';
import { formNeeds } from '../../../src/content/form-words.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, submit, waitlistForm } from '../../support/forms.ts';
import { holdScripts, hydrated, idle, load } from '../../support/hydrated.ts';
import { expectSent, join, shopper, thanks } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

test('a press before the scripts is answered at once, and honoured', {
  tag: '@firefox',
}, async ({ page, network, records, consoleLines }) => {
  const brand = page.getByLabel('Favorite brand');
  const button = page.getByRole('button', { name: waitlistForm.button });
  const letThrough = await holdScripts(page);
  await page.goto('/waitlist', { waitUntil: 'commit' });
  await expect(button).toBeEnabled();
  await expect(page.getByText(formNeeds)).toBeHidden();
  await join(page);
  await expect(button).toBeDisabled();
  // What is typed until then is sent too, and a second press is the same one.
  await brand.fill('Lopewell');
  await brand.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  letThrough();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(thanks);
  await expectSent(page);
  await expect(page).toHaveURL('/waitlist');
  const fields = { favoriteBrand: 'Lopewell', email: shopper.email };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
  expect(network.commits).toBe(1);
  expect(consoleLines).toEqual([]);
  // Who leaves by a link meanwhile finds the words, and nothing sent.
  const letAll = await holdScripts(page);
  await page.goto('/careers', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Ada');
  await submit(page, careersForm);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveURL('/mission');
  letAll();
  await hydrated(page);
  await page.getByRole('link', { name: 'Careers' }).first().click();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  const again = page.getByRole('button', { name: careersForm.button });
  await expect(again).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(network.commits).toBe(1);
});

test('half a page becomes whole', async ({ page, network }) => {
  network.halvesPages = true;
  await page.clock.install();
  const code = page.waitForResponse(/static\/js\/form-/);
  await page.goto('/careers', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Ada');
  await (await code).finished();
  // As long as it takes to run code that is there.
  await idle(page);
  expect(await page.evaluate(hasTakenOver)).toBe(false);
  // What is sent in the half is sent in the whole: there is no email.
  await page.locator('main [type="submit"]').click();
  network.cut();
  await page.clock.runFor(10_000);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
});

test('all of a started page has its size, and keeps it', async ({ page }) => {
  const content = `globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });`;
  await page.addInitScript({ content });
  // Fonts shift text where the fonts that stand in for them are not installed.
  await page.route('**/*.woff2', (route) => route.abort());
  await load(page, '/brands');
  await page.evaluate(() => document.fonts.ready);
  const heightOf = () =>
    page.evaluate(() => document.documentElement.scrollHeight);
  const height = await heightOf();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  expect(await heightOf()).toBe(height);
  expect(await page.evaluate('shifted')).toBeLessThan(0.005);
});
