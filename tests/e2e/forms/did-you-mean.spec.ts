import type { Locator } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { fillIn, submit, waitlistForm } from '../../support/forms.ts';
import { expectSent, visit } from '../../support/waitlist.ts';

const meant = 'ada@gmail.com';
const asks = `Did you mean ${meant}?`;

/** Firefox's driver fills in behind what an email field holds already. */
async function retype(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

// Which addresses are asked about is in unit/forms/did-you-mean.test.ts; that who
// goes on sends what was typed is in known-email.spec.ts.
test('a misspelt address is asked about, offline too, and taken by a press', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  const email = page.getByLabel('Email');
  // What is said, politely, below the email.
  const hint = page.locator('main form p[aria-live="polite"]');
  await visit(page, '/waitlist');
  network.cut();
  // There before its words, so that they are announced.
  await expect(hint).toHaveText('');
  const button = page.getByRole('button', { name: waitlistForm.button });
  const placeOf = (element: HTMLElement) => element.offsetTop;
  const place = await button.evaluate(placeOf);
  await fillIn(page, waitlistForm, { email: 'ada@gmial.com' });
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
  const taken = { fields: { email: meant } };
  expect(await records.list('waitlist')).toMatchObject([taken]);
});
