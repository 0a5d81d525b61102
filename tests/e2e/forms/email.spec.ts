import assert from 'node:assert';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { holdFiles, openPage, waitForIdle } from '../../support/loading.ts';
import { expectSaved, startEditing } from '../../support/unsent.ts';
import {
  expectSent,
  expectThanks,
  joinWaitlist,
  rememberEmail,
  shopper,
} from '../../support/waitlist.ts';
import { waitForNextFrame } from '../../support/window-size.ts';

test.use({ serviceWorkers: 'block' });

test('the feedback form shows the email from the waitlist form, and the careers form does not', async ({
  page,
  context,
  records,
}) => {
  const emailField = page.getByLabel('Email');
  await page.goto('/waitlist');
  await joinWaitlist(page);
  await expectSent(page);

  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveURL('/feedback');
  await expect(emailField).toHaveValue(shopper.email);

  await page.goto('/careers');
  await expect(emailField).toBeEditable();

  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await openPage(tab, '/feedback');
    await expect(tab.getByLabel('Email')).not.toBeEditable();
    await tab.getByLabel('Name').fill('Bea');
  }

  await test.step('the button "Not you?" clears the email in all tabs', async () => {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Not you?' }).click();
    await expect(emailField).toBeFocused();
    for (const tab of tabs) {
      await expect(tab.getByLabel('Email')).toBeEditable();
      await expect(tab.getByLabel('Email')).toHaveValue('');
      await expect(tab.getByLabel('Name')).toHaveValue('Bea');
    }
  });

  const fields = { email: 'bea@loom.example' };
  await fillIn(page, feedbackForm, fields);
  await submit(page, feedbackForm);
  await expectSent(page);
  expect(await records.list('feedback')).toMatchObject([{ fields }]);
});

test('the remembered email fills the email field only if the field is empty', async ({
  page,
  network,
  records,
}) => {
  const emailField = page.getByLabel('Email');
  const otherTab = await page.context().newPage();
  await openPage(otherTab, '/about');
  await openPage(page, '/feedback');

  await test.step('an email stored by another tab fills the empty field without moving the focus', async () => {
    await page.bringToFront();
    await emailField.focus();

    await otherTab.evaluate(rememberEmail, shopper.email);
    await expect(emailField).toHaveValue(shopper.email);
    await expect(emailField).toBeFocused();
  });

  await test.step('the remembered email does not replace text typed before hydration', async () => {
    await page.evaluate(rememberEmail, 'bea@loom.example');
    const releaseScripts = await holdFiles(page);
    await page.goto('/feedback', { waitUntil: 'commit' });
    const fields = { email: 'ada@gmial.com' };
    await fillIn(page, feedbackForm, fields);

    releaseScripts();
    await expect(page.getByText('Did you mean')).toBeVisible();
    await submit(page, feedbackForm);
    await expectSent(page);
    expect(await records.list('feedback')).toMatchObject([{ fields }]);
  });

  await test.step('an email that another tab stores does not replace the email in the field', async () => {
    await page.evaluate(rememberEmail, shopper.email);
    await openPage(page, '/feedback');
    await expect(emailField).toHaveValue(shopper.email);
    await page.getByLabel('Name').fill('Ada');

    await page.evaluate(() => {
      addEventListener('storage', () => document.body.classList.add('changed'));
    });
    await otherTab.evaluate(rememberEmail, 'bob@loom.example');
    await expect(page.locator('body.changed')).toBeVisible();

    await expect(emailField).toHaveValue(shopper.email);
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
  });

  await test.step('the remembered email does not replace the email of an edited submission', async () => {
    await page.evaluate(() => localStorage.clear());
    await openPage(page, '/feedback');
    network.fail({ kind: 'reset' });
    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await expectSaved(page);

    await page.evaluate(rememberEmail, 'bob@loom.example');
    await startEditing(page);
    await expect(emailField).toHaveValue(shopper.email);
  });
});

/** Opens the form, and waits for the code that suggests corrections of an email. */
async function openWithSuggestions(page: Page): Promise<void> {
  const suggestionCode = page.waitForResponse(/\/did-you-mean-/);
  await openPage(page, '/waitlist');
  await (await suggestionCode).finished();
}

/** Replaces a field's text by typing, because Firefox's `fill` may append. */
async function retypeText(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

test('a form suggests a correction for a misspelled email', {
  tag: '@firefox',
}, async ({ page, network }) => {
  const suggestedEmail = 'ada@gmail.com';
  const suggestionText = `Did you mean ${suggestedEmail}?`;
  const emailField = page.getByLabel('Email');
  const hint = page.locator('main form p[aria-live="polite"]');
  await openWithSuggestions(page);

  await test.step('offline, a suggestion appears for a misspelled email and disappears for a valid one', async () => {
    network.cut();
    await expect(hint).toHaveText('');
    await fillIn(page, waitlistForm, { email: 'ada@gmial.com' });
    await expect(hint).toHaveText(suggestionText);

    await retypeText(emailField, 'ada@ymail.com');
    await emailField.press('Tab');
    await expect(hint).toHaveText('');
  });

  await test.step('a suggestion for an incomplete email appears when the field loses focus', async () => {
    await retypeText(emailField, 'ada@gmail.co');
    await emailField.press('Tab');
    await expect(hint).toHaveText(suggestionText);
    await expect(emailField).toHaveValue('ada@gmail.co');
  });

  await test.step('a click on the suggestion fills in the email, and the visitor can undo and redo it', async () => {
    await hint.getByRole('button', { name: suggestedEmail }).click();
    await expect(emailField).toHaveValue(suggestedEmail);
    await expect(emailField).toBeFocused();
    await expect(hint).toHaveText('');

    await page.keyboard.press('ControlOrMeta+z');
    await expect(emailField).toHaveValue('ada@gmail.co');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(emailField).toHaveValue(suggestedEmail);
  });

  await test.step('the draft contains the accepted suggestion', async () => {
    network.restore();
    await page.reload();
    await expect(emailField).toHaveValue(suggestedEmail);
  });
});

test('full-width letters of an email are stored as ASCII letters', {
  tag: '@firefox',
}, async ({ page, records }) => {
  await openPage(page, '/waitlist');
  await fillIn(page, waitlistForm, { email: 'ada@ｇｍａｉｌ。com\ufe0f' });
  await submit(page, waitlistForm);
  await expectSent(page);
  const fields = { email: 'ada@gmail.com' };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
});

/** The pause in typing of src/forms/form-field.tsx, in milliseconds. */
const typingPause = 700;

/** Makes the pause in typing never end, so that only a press shows a suggestion. */
const endlessPauseScript = `{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, delay, ...args) =>
    delay === ${typingPause} ? 0 : setTimeout(work, delay, ...args);
}`;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const pointer of ['mouse', 'touch'] as const)
    test(`a press of a ${pointer} counts although "Did you mean" appears above the button`, async ({
      page,
      records,
    }) => {
      await page.addInitScript(endlessPauseScript);
      await openWithSuggestions(page);
      await page.getByLabel('Favorite brand').fill(shopper.brand);
      const misspelledEmail = 'ada.lovelace.of.the.analytical.engine@gmial.com';
      await page.getByLabel('Email').fill(misspelledEmail);
      const button = page.getByRole('button', { name: 'Join Waitlist' });
      const box = await button.boundingBox();
      assert(box);

      // Near the button's edge, so that a small movement is enough to miss it.
      const x = box.x + 40;
      const y = box.y + 4;
      if (pointer === 'touch') await page.touchscreen.tap(x, y);
      else {
        await page.mouse.move(x, y);
        await page.mouse.down();
        // If the field did not wait for the end of the press, the suggestion would show by now.
        await waitForNextFrame(page);
        await waitForIdle(page);
        await page.mouse.up();
      }

      await expectThanks(page);
      await expect.poll(() => records.count('waitlist')).toBe(1);
    });
});
