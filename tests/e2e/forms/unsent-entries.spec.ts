import { createSubmission } from '../../../src/outbox/submission.ts';
import { rejectedSyncScript } from '../../faults/injected-scripts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { dispatchOnline } from '../../support/gestures.ts';
import { accessStore } from '../../support/indexed-db.ts';
import { openWithWorker } from '../../support/loading.ts';
import {
  expectSaved,
  getUnsentDialog,
  openUnsentDialog,
} from '../../support/unsent.ts';
import { expectSent, joinWaitlist } from '../../support/waitlist.ts';

const keepOpenText = 'Keep this page open, or come back, and we will send';

test('the page and the unsent dialog say when a queued submission will be sent', async ({
  page,
  context,
  network,
}) => {
  const pageWithoutSync = await context.newPage();
  await pageWithoutSync.addInitScript(rejectedSyncScript);
  for (const tab of [page, pageWithoutSync])
    await openWithWorker(tab, '/waitlist');
  await context.setOffline(true);

  const tabs = [
    {
      tab: page,
      advice: 'We will send it when you are back online.',
      mustStayOpen: false,
    },
    { tab: pageWithoutSync, advice: `${keepOpenText} it.`, mustStayOpen: true },
  ];
  for (const { tab, advice, mustStayOpen } of tabs) {
    await joinWaitlist(tab);
    const savedText = `Saved on this device. ${advice}`;
    await expect(tab.getByText(savedText, { exact: true })).toBeVisible();

    const dialog = await openUnsentDialog(tab);
    const dialogAdvice = dialog.getByText(`${keepOpenText} them.`);
    await expect(dialogAdvice).toBeVisible({ visible: mustStayOpen });
    await tab.keyboard.press('Escape');
  }

  network.fail({ kind: 'reset' });
  await context.setOffline(false);
  const statusText = 'Saved on this device. We will send it as soon as we can.';
  await expect(page.getByText(statusText, { exact: true })).toBeVisible();
  network.heal();
  await page.evaluate(dispatchOnline);
  await expectSent(page);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block', timezoneId: 'Asia/Kolkata' });

  test("the dialog omits only damaged submissions, and shows times in the visitor's time zone", async ({
    page,
    network,
  }) => {
    await page.goto('/about');
    network.fail({ kind: 'reset' });
    const hourMs = 60 * 60 * 1000;
    const hourAgo = Date.now() - hourMs;
    const createRecord = (id: string, message: string, createdAt = hourAgo) => {
      const values = { name: 'Ada', email: 'ada@loom.example', message };
      return createSubmission(id, 'careers', values, createdAt);
    };

    // The dialog lists the oldest first. The test knows how it shows the first time.
    const firstTime = Date.UTC(2026, 10, 26, 20);
    const oldestRecords = [
      createRecord('first', 'مرحبا (Pear)!', firstTime),
      createRecord('second', 'Call me', hourAgo - hourMs),
    ];
    // A failing disk may damage the values or the time of a record.
    const damagedRecords = [
      { ...createRecord('without-values', 'Hello'), values: null },
      { ...createRecord('without-time', 'Hello'), createdAt: 1e16 },
    ];
    const plainRecords = Array.from({ length: 996 }, (_, index) =>
      createRecord(`${index}`, 'Hello'),
    );
    const newRecords = [...oldestRecords, ...damagedRecords, ...plainRecords];
    const listedCount = newRecords.length - 1;
    const timeCount = listedCount - 1;

    await expect
      .poll(() => page.evaluate(accessStore, { newRecords }).catch(() => []))
      .toHaveLength(newRecords.length);

    await page.reload();
    const buttonName = `${listedCount} messages waiting`;
    await page.getByRole('button', { name: buttonName }).click();
    const dialog = getUnsentDialog(page);
    const getEntry = (index: number) => dialog.getByRole('listitem').nth(index);

    const arabicText = getEntry(0).getByText('مرحبا (Pear)!');
    await expect(arabicText).toHaveCSS('direction', 'rtl');
    const time = getEntry(0).locator('time');
    await expect(time).toHaveText('Nov 27, 1:30 AM');

    // The group's name contains the submission, so no button repeats it.
    const group = getEntry(1).getByRole('group', { name: /Call me.*Ada/ });
    const discardButton = group.getByRole('button', { name: 'Discard' });
    await expect(discardButton).toHaveAccessibleDescription('');

    await expect(dialog.locator('li')).toHaveCount(listedCount);
    await expect(dialog.locator('time')).toHaveCount(timeCount);
  });

  test('the button "Copy text" copies a submission as plain text', {
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
    const field = dialog.getByRole('textbox', { name: 'Text of this message' });
    await copyButton.click();
    await expect(dialog.locator('[aria-live]').first()).toHaveText('Copied.');
    await expect(copyButton).toBeFocused();
    await expect(field).toHaveCount(0);

    await test.step('if the browser denies clipboard access, "Copy text" shows the text and selects it', async () => {
      await page.evaluate(() => {
        const writeText = () => Promise.reject(new DOMException());
        Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
      });
      await copyButton.click();

      const message = 'This browser does not let us copy.';
      await expect(dialog.getByText(message)).toBeVisible();
      await expect(field).toHaveValue(plainText);

      await copyButton.click();
      await expect(field).toBeFocused();
      const readSelection = (element: HTMLTextAreaElement) =>
        element.value.slice(element.selectionStart, element.selectionEnd);
      expect(await field.evaluate(readSelection)).toBe(plainText);
    });
  });
});
