import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  fillIn,
  formSpecs,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { expectSent, remember, visit } from '../../support/waitlist.ts';

const misspelt = 'ada@gmial.com';
const meant = 'ada@gmail.com';
const asks = `Did you mean ${meant}?`;

/** What is said, politely, below the email. */
const hintIn = (page: Page) => page.locator('main form p[aria-live="polite"]');

/** Firefox's driver fills in behind what an email field holds already. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

// Which addresses are asked about is in unit/did-you-mean.test.ts.
test('a misspelt address is asked about, offline too, and taken by a press', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await visit(page, '/waitlist');
  network.cut();
  const email = page.getByLabel('Email');
  const hint = hintIn(page);
  // There before its words, so that they are announced.
  await expect(hint).toHaveText('');
  const button = page.getByRole('button', { name: waitlistForm.button });
  const placeOf = (element: HTMLElement) => element.offsetTop;
  const place = await button.evaluate(placeOf);
  await fillIn(page, waitlistForm, { email: misspelt });
  await expect(hint).toHaveText(asks);
  // Nobody who is about to press the button misses it.
  expect(await button.evaluate(placeOf)).toBe(place);
  await retype(email, 'ada@ymail.com');
  await email.press('Tab');
  await expect(hint).toHaveText('');
  // What is only begun is asked about once the field is left.
  await retype(email, 'ada@gmail.co');
  await email.press('Tab');
  await expect(hint).toHaveText(asks);
  await expect(email).toHaveValue('ada@gmail.co');
  await hint.getByRole('button', { name: meant }).click();
  await expect(email).toHaveValue(meant);
  await expect(email).toBeFocused();
  await expect(hint).toHaveText('');
  // It is part of the draft.
  network.restore();
  await page.reload();
  await expect(email).toHaveValue(meant);
  await submit(page, waitlistForm);
  await expectSent(page);
  const fields = { email: meant };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('every form asks; who goes on sends what was typed', async ({
    page,
    records,
  }) => {
    for (const form of formSpecs) {
      const letThrough = await holdScripts(page);
      await page.goto(form.path);
      const email = page.getByLabel('Email');
      // What was typed and left before the code came counts too.
      await email.fill(misspelt);
      await email.press('Tab');
      letThrough();
      await expect(hintIn(page)).toHaveText(asks);
      await page.unrouteAll();
    }
    await page.goto(careersForm.path);
    await hydrated(page);
    await fillIn(page, careersForm, { email: misspelt });
    await expect(hintIn(page)).toHaveText(asks);
    await submit(page, careersForm);
    await expectSent(page);
    const fields = { email: misspelt };
    expect(await records.list('careers')).toMatchObject([{ fields }]);
    await page.evaluate(remember, misspelt);
    await page.goto('/about');
    await page.evaluate(() => sessionStorage.clear());
    // One that is known is not asked about.
    await page.goto('/feedback');
    await hydrated(page);
    const email = page.getByLabel('Email');
    await expect(email).not.toBeEditable();
    await email.focus();
    await email.press('Tab');
    await expect(hintIn(page)).toHaveCount(0);
  });
});
