import type { Page } from 'playwright/test';
import { fieldSelector } from '../../../src/forms/field-values.ts';
import {
  expectPageFits,
  findAnimations,
  runAxe,
} from '../../support/audits.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { openWithWorker, waitForReact } from '../../support/loading.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { takeScreenshots } from '../../support/take-screenshots.ts';
import { expectSaved, getUnsentButton } from '../../support/unsent.ts';
import { expectSent, rememberEmail } from '../../support/waitlist.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Audits the page in its current state. `minWidth` is in CSS pixels. */
async function expectAccessible(page: Page, state: string, minWidth = 390) {
  await test.step(`the page in the state "${state}" is accessible`, async () => {
    await takeScreenshots(page, state);
    await expectPageFits(page, [1440, 390, minWidth]);
    expect(await runAxe(page)).toEqual([]);
    const fields = page.locator(fieldSelector);
    const fontSizes = await fields.evaluateAll((all) =>
      all.map((field) => getComputedStyle(field).fontSize),
    );
    // iOS zooms in on focused fields with smaller text.
    expect(Math.min(16, ...fontSizes.map(Number.parseFloat))).toBe(16);
  });
}

test('forms and the unsent dialog are accessible', {
  tag: '@screenshots',
}, async ({ page, context, network }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The feedback form has a long text. The waitlist form remembers the email.
  for (const form of [feedbackForm, waitlistForm]) {
    await openWithWorker(page, form.path);
    await submit(page, form);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, `${form.path.slice(1)}-wrong`);
    network.fail(deniedFault);
    await fillIn(page, form);
    await submit(page, form);
    await expect(page.getByRole('alert')).toHaveText(form.failure);
    await expect(getUnsentButton(page)).toBeVisible();
    await expectAccessible(page, `${form.path.slice(1)}-refused`);
  }
  network.cut();
  await context.setOffline(true);
  await submit(page, waitlistForm);
  await expectSaved(page);
  await expectAccessible(page, 'saved');
  const unsentButton = page.getByRole('button', { name: /could not be sent/ });
  await unsentButton.click();
  const dialog = page.getByRole('dialog', { name: 'Unsent messages' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await test.step('the button "Copy all" copies all messages', async () => {
    await dialog.getByRole('button', { name: 'Copy all' }).click();
    await expect(dialog.getByText('Copied.')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(
      /Favorite brand: .*\n\n.*Message: |Message: .*\n\n.*Favorite brand: /s,
    );
  });
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  );
  await dialog.getByRole('button', { name: 'Copy text' }).first().click();
  await expect(dialog.getByRole('textbox')).toBeVisible();
  await expectAccessible(page, 'unsent-copied', 320);
  await page.setViewportSize({ width: 320, height: 480 });
  const lastButton = dialog.getByRole('button').last();
  await lastButton.scrollIntoViewIfNeeded();
  await expect(lastButton).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Discard' }).first().click();
  await expectAccessible(page, 'unsent-discard');
  await dialog.getByRole('button', { name: 'Forget me' }).click();
  await expect(dialog.getByText(/^This removes/)).toBeVisible();
  await expectAccessible(page, 'unsent-forget');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText(/^This removes/)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(unsentButton).toBeFocused();
  network.heal();
  network.restore();
  await context.setOffline(false);
  await expectSent(page);
  await expectAccessible(page, 'sent');
});

/** Returns the contrast of the focus outline with the page. Runs in the page. */
function measureOutline() {
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;
  const computeLuminance = (color: string) => {
    const channels = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
      const value = Number(text) / 255;
      return value <= 0.04045
        ? value / 12.92
        : ((value + 0.055) / 1.055) ** 2.4;
    });
    const [red = 0, green = 0, blue = 0] = channels;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { outlineColor, outlineStyle } = getComputedStyle(element);
  const pageColor = getComputedStyle(document.documentElement).backgroundColor;
  const luminances = [outlineColor, pageColor].map(computeLuminance).sort();
  const [darker = 0, lighter = 0] = luminances;
  return {
    name: element.textContent || element.getAttribute('aria-label'),
    contrast: outlineStyle === 'none' ? 1 : (lighter + 0.05) / (darker + 0.05),
  };
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the products of the demo scroll sideways on one rail or two, and wrap in a zoomed window', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto('/');
    const racks = page.getByRole('list', { name: /^(My Brands|Discovery)$/ });
    await expect(racks).toHaveCount(2);
    // Only what scrolls is a group that the keyboard can focus.
    const groups = page.getByRole('group', {
      name: /My Brands|Discovery|room/,
    });
    await expect(groups).toHaveCount(0);
    for (const rack of await racks.all()) {
      const hiddenWidth = await rack.evaluate(
        (list) => list.scrollWidth - list.clientWidth,
      );
      expect(hiddenWidth).toBe(0);
    }
    for (const [width, names] of [
      [390, ['My Brands', 'Discovery']],
      [1440, ['A fitting room that listens']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(groups).toHaveCount(names.length);
      for (const name of names) {
        const group = page.getByRole('group', { name, exact: true });
        const canScroll = await group.evaluate(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        );
        expect([width, name, canScroll]).toEqual([width, name, true]);
      }
    }
  });

  test('in forced colors, the outline of each focused element contrasts with the page', async ({
    page,
  }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await page.goto('/');
      await waitForReact(page);
      const chips = page.locator('[aria-pressed="true"]');
      await expect(chips).not.toHaveCount(0);
      const stops = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(measureOutline);
        if (!stop) break;
        stops.push(stop);
      }
      expect(stops.length).toBeGreaterThan(10);
      expect(stops.filter(({ contrast }) => contrast < 3)).toEqual([]);
    }
  });

  test('email suggestions, the remembered email, FAQ answers and the menu are accessible', {
    tag: '@screenshots',
  }, async ({ page }) => {
    await page.goto('/careers');
    const emailField = page.getByLabel('Email');
    await emailField.fill('ada.lovelace.of.the.analytical.engine@gmial.com');
    await expect(page.getByText('Did you mean')).toBeVisible();
    await expectAccessible(page, 'email-hint', 320);
    await page.evaluate(rememberEmail, 'ada.lovelace@loom.example');
    await page.goto('/feedback');
    await expect(page.getByRole('button', { name: 'Not you?' })).toBeVisible();
    await expectAccessible(page, 'email-known');
    await page.getByText('What happens to what I send?').click();
    await page.getByRole('button', { name: 'Forget me' }).click();
    const yesButton = page.getByRole('button', { name: 'Yes, forget me' });
    await expect(yesButton).toBeVisible();
    await expectAccessible(page, 'forget', 320);
    await yesButton.click();
    await expect(page.getByText('Removed from this device: ')).toBeVisible();
    await expectAccessible(page, 'forgotten');
    await page.goto('/faq');
    for (const question of await page.locator('main details').all()) {
      await question.locator('summary').press('Enter');
      await expect(question).toHaveAttribute('open');
    }
    await expectAccessible(page, 'questions');
    for (const width of [390, 800]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      expect(await runAxe(page)).toEqual([]);
      expect(await findAnimations(page)).toEqual([]);
      if (width === 390) await takeScreenshots(page, 'menu');
      await page.keyboard.press('Escape');
    }
  });
});
