import type { Page } from 'playwright/test';
import { noIndexedDb } from '../../faults/preludes.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, submit, waitlistForm } from '../../support/forms.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { join, sent, shopper, thanks } from '../../support/waitlist.ts';

const buttonOf = (page: Page) =>
  page.getByRole('button', { name: 'Join Waitlist' });
const brandOf = (page: Page) => page.getByLabel('Favorite brand');

test.use({ serviceWorkers: 'block' });

test('a press before the scripts is answered at once, and honoured', {
  tag: '@firefox',
}, async ({ page, network, records, consoleLines }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/waitlist', { waitUntil: 'commit' });
  await expect(buttonOf(page)).toBeEnabled();
  await join(page);
  await expect(buttonOf(page)).toBeDisabled();
  // What is typed until then is sent too, and a second press is the same one.
  await brandOf(page).fill('Lopewell');
  await brandOf(page).press('Enter');
  letThrough();
  await expect(page.getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  const fields = { favoriteBrand: 'Lopewell', email: shopper.email };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
  expect(network.commits).toBe(1);
  expect(consoleLines).toEqual([]);
});

test('an early press that cannot be honoured says why', async ({
  page,
  network,
}) => {
  const letThrough = await holdScripts(page);
  await page.goto('/waitlist', { waitUntil: 'commit' });
  await brandOf(page).fill(shopper.brand);
  await submit(page, waitlistForm);
  await expect(buttonOf(page)).toBeDisabled();
  letThrough();
  await expect(page.getByRole('alert')).toHaveText(
    'Please enter both email and favorite brand.',
  );
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(buttonOf(page)).toBeEnabled();
  expect(network.commits).toBe(0);
});

test('who leaves by a link meanwhile finds the words, and nothing sent', {
  tag: '@firefox',
}, async ({ page, network }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/careers', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Ada');
  await submit(page, careersForm);
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveURL('/mission');
  letThrough();
  await hydrated(page);
  await page.getByRole('link', { name: 'Careers' }).first().click();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  const button = page.getByRole('button', { name: careersForm.button });
  await expect(button).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(network.commits).toBe(0);
});

test('where the scripts turn out to be too new, no press waits', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'findLast');
  });
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/static/js/index-*.js', async (route) => {
    await held;
    await route.fulfill({ body: 'let let;', contentType: 'text/javascript' });
  });
  await page.goto('/waitlist');
  await join(page);
  await expect(buttonOf(page)).toBeDisabled();
  letThrough();
  await expect(buttonOf(page)).toBeEnabled();
  await join(page);
  await expect(buttonOf(page)).toBeEnabled();
});

test('where nothing at all can be kept, a lost answer doubles nothing', async ({
  page,
  network,
  records,
}) => {
  await page.addInitScript(noIndexedDb);
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('As the test has it', 'SecurityError');
        },
      });
    }
  });
  network.fail({ kind: 'lose-answer' });
  await page.goto('/waitlist');
  await hydrated(page);
  await join(page);
  await expect(page.getByRole('alert')).toHaveText(waitlistForm.failure);
  // The words are in the form still, and keep their id when it is left.
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page).toHaveTitle('Our Mission');
  await page.goBack();
  await expect(brandOf(page)).toHaveValue(shopper.brand);
  network.heal();
  await submit(page, waitlistForm);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});
