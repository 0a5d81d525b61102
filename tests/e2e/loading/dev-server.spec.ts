import { expect, test } from 'playwright/test';
import { readConsole } from '../../support/console.ts';
import { fillIn, submit, waitlistForm } from '../../support/forms.ts';
import { Records } from '../../support/records.ts';
import { startSite } from '../../support/site.ts';
import { openUnsent } from '../../support/unsent.ts';
import { expectSent, saved, shopper } from '../../support/waitlist.ts';

/** Runs in the page: records the active listeners of window and document. */
function recordListeners(): void {
  const listeners: string[] = [];
  Object.assign(globalThis, { listeners });
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = (...options: Parameters<typeof add>) => {
      listeners.push(`${options[0]}: ${options[1]}`);
      add.apply(target, options);
    };
    target.removeEventListener = (...options: Parameters<typeof add>) => {
      const index = listeners.indexOf(`${options[0]}: ${options[1]}`);
      if (index >= 0) listeners.splice(index, 1);
      remove.apply(target, options);
    };
  }
}

const expectedPattern = /^\[vite\]|React DevTools/;

test('npm run dev registers each listener once under StrictMode', async ({
  page,
  context,
}) => {
  const site = await startSite({}, ['dev']);
  const records = new Records(site.origin);
  const lines = readConsole(context);
  await page.addInitScript(recordListeners);
  await page.goto(site.origin);
  await page.getByRole('link', { name: 'Join the waitlist' }).first().click();
  await expect(page).toHaveTitle(waitlistForm.title);
  await page.route('**/*:commit*', (route) => route.abort());
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(page.getByText(saved)).toBeVisible();
  const dialog = await openUnsent(page);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await page.unroute('**/*:commit*');
  const email = 'bea@loom.example';
  await page.getByLabel('Email').fill(email);
  await submit(page, waitlistForm);
  await expectSent(page);
  const fields = { ...waitlistForm.records.waitlist, email };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
  const listeners: string[] = await page.evaluate('listeners');
  expect(listeners.length).toBeGreaterThan(9);
  expect(listeners).toEqual([...new Set(listeners)]);
  expect(lines.filter((line) => !expectedPattern.test(line))).toEqual([]);
  await site.stop();
});
