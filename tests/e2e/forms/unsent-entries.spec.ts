import { createSubmission } from '../../../src/outbox/submission.ts';
import { rejectedSyncScript } from '../../faults/injected-scripts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { accessStore } from '../../support/indexed-db.ts';
import { openWithWorker } from '../../support/loading.ts';
import { expectSaved, openUnsentDialog } from '../../support/unsent.ts';
import { expectSent, joinWaitlist } from '../../support/waitlist.ts';

const keepOpenText = 'Keep this page open, or come back, and we will send';

test('the page and the unsent dialog say when a queued message will be sent', async ({
  page,
  context,
  network,
}) => {
  const pageWithoutSync = await context.newPage();
  await pageWithoutSync.addInitScript(rejectedSyncScript);
  for (const tab of [page, pageWithoutSync])
    await openWithWorker(tab, '/waitlist');
  await context.setOffline(true);
  for (const [tab, text] of [
    [page, 'We will send it when you are back online.'],
    [pageWithoutSync, `${keepOpenText} it.`],
  ] as const) {
    await joinWaitlist(tab);
    const status = `Saved on this device. ${text}`;
    await expect(tab.getByText(status, { exact: true })).toBeVisible();
    const dialog = await openUnsentDialog(tab);
    await expect(dialog.getByText(`${keepOpenText} them.`)).toBeVisible({
      visible: tab === pageWithoutSync,
    });
    await tab.keyboard.press('Escape');
  }
  network.fail({ kind: 'reset' });
  await context.setOffline(false);
  const status = 'Saved on this device. We will send it as soon as we can.';
  await expect(page.getByText(status, { exact: true })).toBeVisible();
  network.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectSent(page);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the dialog omits only damaged messages', async ({ page, network }) => {
    await page.goto('/about');
    network.fail({ kind: 'reset' });
    const messages = ['مرحبا (Pear)!', 'Call me'];
    const newRecords = Array.from({ length: 1000 }, (_, index) => {
      const message = messages[index] ?? 'Hello';
      const values = { name: 'Ada', email: 'ada@loom.example', message };
      const createdAt = Date.now() - (1000 - index) * 60_000;
      const stored = createSubmission(`${index}`, 'careers', values, createdAt);
      // A failing disk may damage the values or the time of a record.
      if (index === 3) return { ...stored, values: null };
      return index === 4 ? { ...stored, createdAt: 1e16 } : stored;
    });
    await expect
      .poll(() => page.evaluate(accessStore, { newRecords }).catch(() => []))
      .toHaveLength(1000);
    await page.reload();
    await page.getByRole('button', { name: '999 messages waiting' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unsent messages' });
    const entry = (index: number) => dialog.getByRole('listitem').nth(index);
    const arabic = entry(0).getByText('مرحبا (Pear)!');
    await expect(arabic).toHaveCSS('direction', 'rtl');
    // The group's name contains the message, so no button repeats it.
    const actions = entry(1).getByRole('group', { name: /Call me.*Ada/ });
    const discard = actions.getByRole('button', { name: 'Discard' });
    await expect(discard).toHaveAccessibleDescription('');
    await expect(dialog.locator('li')).toHaveCount(999);
    await expect(dialog.locator('time')).toHaveCount(998);
  });

  test('the button "Copy text" copies a message as plain text', {
    tag: '@firefox',
  }, async ({ page, network }) => {
    const plainText = `Careers & contact
Name: Ada
Email: ada@loom.example
Message: I cut patterns.
Sewing too.`;
    await page.goto('/careers');
    network.fail({ kind: 'reset' });
    await fillIn(page, careersForm);
    await submit(page, careersForm);
    await expectSaved(page);
    const dialog = await openUnsentDialog(page);
    const copyButton = dialog.getByRole('button', { name: 'Copy text' });
    const text = dialog.getByRole('textbox', { name: 'Text of this message' });
    await copyButton.click();
    await expect(dialog.locator('[aria-live]').first()).toHaveText('Copied.');
    await expect(copyButton).toBeFocused();
    await expect(text).toHaveCount(0);
    await test.step('if the browser denies clipboard access, "Copy text" shows the text and selects it', async () => {
      await page.evaluate(() => {
        const writeText = () => Promise.reject(new DOMException());
        Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
      });
      await copyButton.click();
      const message = 'This browser does not let us copy.';
      await expect(dialog.getByText(message)).toBeVisible();
      await expect(text).toHaveValue(plainText);
      await copyButton.click();
      await expect(text).toBeFocused();
      const selection = (element: HTMLTextAreaElement) =>
        element.value.slice(element.selectionStart, element.selectionEnd);
      expect(await text.evaluate(selection)).toBe(plainText);
    });
  });
});
