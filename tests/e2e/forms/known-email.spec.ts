import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { feedbackForm, fillIn, submit } from '../../support/forms.ts';
import { hydrated } from '../../support/hydrated.ts';
import { startEditing } from '../../support/unsent.ts';
import {
  expectSent,
  remember,
  shopper,
  visit,
} from '../../support/waitlist.ts';

const emailOf = (page: Page) => page.getByLabel('Email');

test("'Not you?' empties the email, and nothing else, in every tab", async ({
  page,
  context,
  records,
}) => {
  const notYou = (tab: Page) => tab.getByRole('button', { name: 'Not you?' });
  const other = await context.newPage();
  const tabs = [page, other];
  await page.goto('/feedback');
  await hydrated(page);
  // What was typed may be the email that came to be remembered.
  await page.getByLabel('Email').fill(shopper.email);
  await page.evaluate(remember, shopper.email);
  for (const tab of tabs) {
    await tab.goto('/feedback');
    await hydrated(tab);
    await expect(tab.getByLabel('Email')).not.toBeEditable();
    await tab.getByLabel('Name').fill('Bea');
    await tab.getByLabel('Message').fill('Fine.');
  }
  await page.bringToFront();
  await notYou(page).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  for (const tab of tabs) {
    await expect(tab.getByLabel('Email')).toBeEditable();
    await expect(tab.getByLabel('Email')).toHaveValue('');
    await expect(tab.getByLabel('Name')).toHaveValue('Bea');
    await expect(tab.getByLabel('Message')).toHaveValue('Fine.');
    await expect(notYou(tab)).toBeHidden();
  }
  for (const tab of tabs) {
    await tab.reload();
    await hydrated(tab);
    await expect(tab.getByLabel('Message')).toHaveValue('Fine.');
    await expect(tab.getByLabel('Email')).toBeEditable();
    await expect(tab.getByLabel('Email')).toHaveValue('');
  }
  await page.getByLabel('Email').fill('bea@loom.example');
  await submit(page, feedbackForm);
  await expectSent(page);
  const fields = { name: 'Bea', email: 'bea@loom.example', message: 'Fine.' };
  expect(await records.list('feedback')).toMatchObject([{ fields }]);
});

test('feedback knows whose email it shows', async ({
  page,
  context,
  network,
  records,
}) => {
  await visit(page, '/feedback');
  await test.step('one that is malformed can be corrected', async () => {
    for (const [index, email] of ['ada@loom', 'ada@loom.x1'].entries()) {
      await page.evaluate(remember, email);
      await page.reload();
      await fillIn(page, feedbackForm);
      await submit(page, feedbackForm);
      await expect.poll(() => records.count('feedback')).toBe(index + 1);
    }
  });
  await test.step('one remembered in another tab changes nothing', async () => {
    await page.evaluate(remember, 'ada@loom.example');
    await page.reload();
    await expect(emailOf(page)).toHaveValue('ada@loom.example');
    await page.getByLabel('Name').fill('Ada');
    const other = await context.newPage();
    await other.goto('/about');
    const told = page.evaluate(
      () => new Promise((resolve) => addEventListener('storage', resolve)),
    );
    await other.evaluate(remember, 'bob@loom.example');
    await told;
    await expect(emailOf(page)).toHaveValue('ada@loom.example');
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    await other.close();
  });
  await test.step('an edit keeps the one it was written with', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await hydrated(page);
    network.cut();
    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await page.getByRole('status').waitFor();
    await page.evaluate(remember, 'bob@loom.example');
    await startEditing(page);
    await expect(emailOf(page)).toBeEditable();
  });
});
