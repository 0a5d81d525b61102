import { syncRejects } from '../../faults/injected-scripts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { inStore } from '../../support/indexed-db.ts';
import { openUnsent } from '../../support/unsent.ts';
import { expectSent, join, saved, visit } from '../../support/waitlist.ts';

// What the sheet of unsent messages, and each of them, has to say.

const open = 'Keep this page open, or come back, and we will send';

test('a message says who will send it', async ({ page, context, network }) => {
  // To that tab Background Sync is refused.
  const other = await context.newPage();
  await other.addInitScript(syncRejects);
  for (const tab of [page, other]) await visit(tab, '/waitlist');
  await context.setOffline(true);
  const says = {
    offline: 'Saved on this device. We will send it when you are back online.',
    online: 'Saved on this device. We will send it as soon as we can.',
    open: `Saved on this device. ${open} it.`,
  };
  for (const [tab, line] of [
    [page, says.offline],
    [other, says.open],
  ] as const) {
    await join(tab);
    await expect(tab.getByText(line, { exact: true })).toBeVisible();
    const sheet = await openUnsent(tab);
    const isOpen = tab === other;
    const lead = sheet.getByText(`${open} them.`);
    await expect(lead).toBeVisible({ visible: isOpen });
    await tab.keyboard.press('Escape');
  }
  // Online, and Firestore alone is out of reach.
  network.fail({ kind: 'reset' });
  await context.setOffline(false);
  await expect(page.getByText(says.online, { exact: true })).toBeVisible();
  network.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectSent(page);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a thousand entries are there, and speak', async ({ page, network }) => {
    await page.goto('/about');
    network.fail({ kind: 'reset' });
    const long = `${'I like knitwear. '.repeat(9)}The end.`;
    const words = {
      0: long,
      1: 'مرحبا (Pear)!',
      2: 'Call me',
      999: 'The last',
    };
    const now = Date.now();
    const put = Array.from({ length: 1000 }, (_, index) => {
      const message = { ...words }[index] ?? 'Hello';
      const values = { name: 'Ada', email: 'ada@loom.example', message };
      return {
        id: `message-${index}`,
        version: 1,
        form: 'careers',
        // As a failing disk may: one without words, and one without a date.
        values: index === 3 ? null : values,
        createdAt: index === 4 ? 1e16 : now - (1000 - index) * 60_000,
        state: 'queued',
        attempts: 1,
        dueAt: now + 240_000,
      };
    });
    await expect
      .poll(() => page.evaluate(inStore, { put }).catch(() => []))
      .toHaveLength(1000);
    await page.reload();
    const pill = page.getByRole('button', { name: '999 messages waiting' });
    const shownAtOnce = await pill.evaluate(async (button: HTMLElement) => {
      button.click();
      const sheet = () => document.querySelector('dialog[open]');
      while (!sheet()) await new Promise(requestAnimationFrame);
      return sheet()?.querySelectorAll('li').length;
    });
    expect(shownAtOnce).toBeLessThanOrEqual(100);
    const sheet = page.getByRole('dialog', { name: 'Unsent messages' });
    const entry = (index: number) => sheet.getByRole('listitem').nth(index);
    await expect(entry(0).getByText('I like knitwear. I')).toHaveText(
      /.{40,60}…$/,
    );
    const arabic = entry(1).getByText('مرحبا (Pear)!');
    await expect(arabic).toHaveCSS('direction', 'rtl');
    // Its message is read once, and not again with each of its buttons.
    const actions = entry(2).getByRole('group', { name: /Call me.*Ada/ });
    const discard = actions.getByRole('button', { name: 'Discard' });
    await expect(discard).toHaveAccessibleDescription('');
    await expect(sheet.locator('li')).toHaveCount(999);
    await expect(sheet.locator('time')).toHaveCount(998);
    await sheet.getByText('The last').scrollIntoViewIfNeeded();
    await expect(sheet.getByText('The last')).toBeVisible();
  });

  test('the text of what waits is copied, or shown to be copied by hand', {
    tag: '@firefox',
  }, async ({ page, network, records }) => {
    const plainText = `Careers & contact
Name: Ada
Email: ada@loom.example
Message: I cut patterns.
Sewing too.`;
    await page.goto('/careers');
    network.fail({ kind: 'reset' });
    await fillIn(page, careersForm);
    await submit(page, careersForm);
    await expect(page.getByText(saved)).toBeVisible();
    const sheet = await openUnsent(page);
    const copy = sheet.getByRole('button', { name: 'Copy text' });
    await copy.click();
    await expect(sheet.locator('[aria-live]').first()).toHaveText('Copied.');
    await expect(copy).toBeFocused();
    await expect(sheet.getByRole('textbox')).toHaveCount(0);
    // The browser refuses; where it lacks it is in site/accessibility.spec.ts.
    await page.evaluate(() => {
      const writeText = () =>
        Promise.reject(new DOMException('', 'NotAllowed'));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    });
    await copy.click();
    const told = sheet.getByText('This browser does not let us copy.');
    await expect(told).toBeVisible();
    const text = sheet.getByRole('textbox', { name: 'Text of this message' });
    await expect(text).toHaveValue(plainText);
    await copy.click();
    await expect(text).toBeFocused();
    const selected = (element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionEnd);
    expect(await text.evaluate(selected)).toBe(plainText);
    network.heal();
    await page.goto('/feedback');
    await page.getByLabel('Message').focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByLabel('Message')).toHaveValue(plainText);
    // To copy is not to send, and keeps nothing from being sent.
    await expect.poll(() => records.count('careers')).toBe(1);
  });
});
