import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { openUnsent } from '../../support/unsent.ts';
import { saved, visit } from '../../support/waitlist.ts';

/** The unsent message as one would write it down. */
const plainText = [
  'Careers & contact',
  'Name: Ada',
  'Email: ada@loom.example',
  'Message: I cut patterns.',
  'Sewing too.',
].join('\n');

test('the text of what waits is copied, or shown to be copied by hand', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await visit(page, '/careers');
  network.cut();
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expect(page.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  const copy = sheet.getByRole('button', { name: 'Copy text' });
  await copy.click();
  await expect(sheet.locator('[aria-live]').first()).toHaveText('Copied.');
  await expect(copy).toBeFocused();
  await expect(sheet.getByRole('textbox')).toHaveCount(0);
  for (const clipboard of [undefined, {}]) {
    await page.reload();
    // It is not there, or refuses.
    await page.evaluate((given) => {
      const writeText = () =>
        Promise.reject(new DOMException('', 'NotAllowed'));
      const value = given && { writeText };
      Object.defineProperty(navigator, 'clipboard', { value });
    }, clipboard);
    await openUnsent(page);
    await copy.click();
    await expect(
      sheet.getByText('This browser does not let us copy.'),
    ).toBeVisible();
    const text = sheet.getByRole('textbox', { name: 'Text of this message' });
    await expect(text).toHaveValue(plainText);
    await copy.click();
    await expect(text).toBeFocused();
    expect(await text.evaluate(selected)).toBe(plainText);
  }
  await sheet.getByRole('button', { name: 'Close' }).click();
  network.restore();
  await page.goto('/feedback');
  await page.getByLabel('Message').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByLabel('Message')).toHaveValue(plainText);
  // To copy is not to send, and keeps nothing from being sent.
  await expect.poll(() => records.count('careers')).toBe(1);
});

function selected(element: HTMLElement): string {
  const { value, selectionStart, selectionEnd } =
    element as HTMLTextAreaElement;
  return value.slice(selectionStart, selectionEnd);
}
