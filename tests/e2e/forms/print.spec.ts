import { expect, test } from '../../support/fixtures.ts';
import { careersForm } from '../../support/forms.ts';
import { openPage } from '../../support/loading.ts';
import { joinWaitlistOffline, openUnsentDialog } from '../../support/unsent.ts';
import { expectThanks, shopper } from '../../support/waitlist.ts';

test('a printed form shows the whole text of each field', async ({ page }) => {
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index + 1}.`);
  const message = lines.join('\n');
  const longName = 'Ada '.repeat(24).trim();
  await openPage(page, careersForm.path);
  await page.getByLabel('Name').fill(longName);
  await page.getByLabel('Message').fill(message);
  await page.emulateMedia({ media: 'print' });

  for (const text of [message, longName]) {
    const printedText = page.locator('p').filter({ hasText: text });
    await expect(printedText).toBeVisible();
    expect(await printedText.innerText()).toBe(text);
  }
  // The empty field stays, to be filled in by hand.
  await expect(page.getByRole('textbox')).toHaveCount(1);

  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByLabel('Message')).toHaveValue(message);
  await expect(page.getByText('Line 80.')).toBeHidden();
});

test('a printed thank-you says that the submission is only saved', async ({
  page,
  network,
}) => {
  await joinWaitlistOffline(page, network);
  await page.emulateMedia({ media: 'print' });
  await expectThanks(page);
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();

  await test.step('paper shows the list of unsent messages, too', async () => {
    await page.emulateMedia({ media: null });
    const dialog = await openUnsentDialog(page);
    await page.emulateMedia({ media: 'print' });
    await expect(dialog.getByText(shopper.email)).toBeVisible();
  });
});
