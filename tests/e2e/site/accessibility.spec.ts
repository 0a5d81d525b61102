import type { Page } from 'playwright/test';
import { fieldSelector } from '../../../src/forms/field-values.ts';
import { type Figures, weekdays } from '../../../src/owner/report-figures.ts';
import { renderPage } from '../../../src/owner/report-page.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import {
  openPage,
  openWithWorker,
  waitForReact,
} from '../../support/loading.ts';
import { closeMenu, openMenu } from '../../support/menu.ts';
import { deniedFault } from '../../support/network-faults.ts';
import {
  expectPageFits,
  findGluedWords,
  runAxe,
} from '../../support/page-checks.ts';
import { takeScreenshots } from '../../support/take-screenshots.ts';
import {
  expectSaved,
  getUnsentButton,
  getUnsentDialog,
} from '../../support/unsent.ts';
import { expectSent, rememberEmail } from '../../support/waitlist.ts';
import { resizeWindow } from '../../support/window-size.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A word that is longer than a line. */
const longName = 'Adalovelace'.repeat(8);

/** Returns the visitor's own words that a translation would change. Runs in the page. */
function findTranslatableTexts(): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const isOwn = /\w@\w|Adalovelace|I cut patterns/.test(textContent ?? '');
    if (isOwn && !parentElement?.closest('[translate="no"], script, textarea'))
      texts.push(textContent ?? '');
  }
  return texts;
}

/** Audits the page in its current state. `minWidth` is in CSS pixels. */
async function expectAccessible(page: Page, state: string, minWidth = 390) {
  await test.step(`the page in the state "${state}" is accessible`, async () => {
    await takeScreenshots(page, state);
    await expectPageFits(page, [1440, 390, minWidth]);
    expect(await runAxe(page)).toEqual([]);
    expect(await page.evaluate(findTranslatableTexts)).toEqual([]);
    expect.soft(await findGluedWords(page), 'missing spaces').toEqual([]);

    const fields = page.locator(fieldSelector);
    const fontSizes = await fields.evaluateAll((elements) =>
      elements.map((field) => getComputedStyle(field).fontSize),
    );
    // iOS zooms in on focused fields with smaller text.
    const smallSizes = fontSizes.filter((size) => Number.parseFloat(size) < 16);
    expect(smallSizes).toEqual([]);

    // A placeholder disappears when a visitor types.
    const unlabeled = await fields.evaluateAll((elements) =>
      (elements as HTMLInputElement[])
        .filter(({ labels, readOnly }) => {
          const [label] = labels ?? [];
          return !readOnly && (label?.offsetWidth ?? 0) <= 1;
        })
        .map(({ name }) => name),
    );
    expect.soft(unlabeled, 'fields without a visible label').toEqual([]);
  });
}

test('forms and the unsent dialog are accessible', {
  tag: '@screenshots',
}, async ({ page, context, network }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The feedback form has a long text. The waitlist form remembers the email.
  for (const form of [feedbackForm, waitlistForm]) {
    const formName = form.path.slice(1);
    const alert = page.getByRole('alert');
    await openWithWorker(page, form.path);
    await submit(page, form);
    await expect(alert).toBeVisible();
    await expectAccessible(page, `${formName}-wrong`);

    network.fail(deniedFault);
    await fillIn(page, form);
    if (form === feedbackForm) await page.getByLabel('Name').fill(longName);
    await submit(page, form);
    await expect(alert).toHaveText(form.failure);
    await expect(getUnsentButton(page)).toBeVisible();
    await expectAccessible(page, `${formName}-refused`);
  }

  network.cut();
  await context.setOffline(true);
  await submit(page, waitlistForm);
  await expectSaved(page);
  await expectAccessible(page, 'saved');

  const unsentButton = page.getByRole('button', { name: /could not be sent/ });
  await unsentButton.click();
  const dialog = getUnsentDialog(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);

  await test.step('the button "Copy all" copies all submissions', async () => {
    await dialog.getByRole('button', { name: 'Copy all' }).click();
    await expect(dialog.getByText('Copied.')).toBeVisible();

    const text = await page.evaluate(() => navigator.clipboard.readText());
    const messages = text.split('\n\n');
    const signUp = messages.find((lines) => lines.includes('Favorite brand: '));
    const feedback = messages.find((lines) => lines.includes('Message: '));
    expect(signUp).toBeDefined();
    expect(feedback).toBeDefined();
    expect(signUp).not.toBe(feedback);
  });

  await test.step('without the clipboard, the button "Copy text" shows a field with the text', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await dialog.getByRole('button', { name: 'Copy text' }).first().click();
    await expect(dialog.getByRole('textbox')).toBeVisible();
    await expectAccessible(page, 'unsent-copied', 320);
  });

  await test.step('in a small window, the dialog scrolls to its last button', async () => {
    await page.setViewportSize({ width: 320, height: 480 });
    const lastButton = dialog.getByRole('button').last();
    await lastButton.scrollIntoViewIfNeeded();
    await expect(lastButton).toBeInViewport({ ratio: 1 });
  });

  const removalText = dialog.getByText(/^This removes/);

  await test.step('the questions of the dialog are accessible', async () => {
    await dialog.getByRole('button', { name: 'Discard' }).first().click();
    await expectAccessible(page, 'unsent-discard');
    await dialog.getByRole('button', { name: 'Forget me' }).click();
    await expect(removalText).toBeVisible();
    await expectAccessible(page, 'unsent-forget');
  });

  await test.step('Escape closes first the question, and then the dialog', async () => {
    await page.keyboard.press('Escape');
    await expect(removalText).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(unsentButton).toBeFocused();
  });

  network.heal();
  network.restore();
  await context.setOffline(false);
  await expectSent(page);
  await expectAccessible(page, 'sent');
});

/**
 * Returns the contrast of the focus outline with the page, or undefined if no element has
 * the focus. Runs in the page.
 */
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
  const outlineLuminance = computeLuminance(outlineColor);
  const pageLuminance = computeLuminance(pageColor);
  const lighter = Math.max(outlineLuminance, pageLuminance);
  const darker = Math.min(outlineLuminance, pageLuminance);
  const contrast = (lighter + 0.05) / (darker + 0.05);

  return {
    name: element.textContent || element.getAttribute('aria-label'),
    contrast: outlineStyle === 'none' ? 1 : contrast,
  };
}

/** Measures the outline at each tab stop of the page. */
async function measureOutlines(page: Page) {
  const outlines = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(measureOutline);
    if (!outline) return outlines;
    outlines.push(outline);
  }
}

/** The groups of the demo that scroll sideways. */
const scrollableGroups = ['My Brands', 'Discovery'];

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test("the owner's report is accessible on dark and light ground, and on paper", async ({
    page,
  }) => {
    const bars = [{ name: 'Skeinwell', count: 3 }];
    const figures: Figures = {
      signUps: 3,
      people: 2,
      addresses: 2,
      days: [{ name: '2026-11-01', count: 3 }],
      kinds: bars,
      brands: bars,
      hours: weekdays.map((_, day) => Array<number>(24).fill(day)),
    };
    await page.setContent(renderPage(figures, 'pear-site, 2026-11-02'));
    for (const options of [
      { colorScheme: 'dark' },
      { colorScheme: 'light' },
      { media: 'print' },
    ] as const) {
      await page.emulateMedia(options);
      expect(await runAxe(page), JSON.stringify(options)).toEqual([]);
    }
  });

  test('the products of the demo scroll sideways on two rails, and wrap in a zoomed window', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    // `openPage` waits for React, which makes a group of each list that scrolls.
    await openPage(page, '/');
    const racks = page.getByRole('list', { name: /^(My Brands|Discovery)$/ });
    await expect(racks).toHaveCount(2);

    // Only what scrolls is a group that the keyboard can focus.
    const groups = page.getByRole('group', {
      name: /My Brands|Discovery/,
    });
    await expect(groups).toHaveCount(0);
    for (const rack of await racks.all()) {
      const hiddenWidth = await rack.evaluate(
        (list) => list.scrollWidth - list.clientWidth,
      );
      expect(hiddenWidth).toBe(0);
    }

    for (const width of [390, 1440]) {
      await resizeWindow(page, { width, height: 900 });
      await expect(groups).toHaveCount(scrollableGroups.length);
      for (const name of scrollableGroups) {
        const group = page.getByRole('group', { name, exact: true });
        const canScroll = await group.evaluate(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        );
        expect(canScroll, `${name} at ${width} px`).toBe(true);
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
      const pressedBrands = page.locator('[aria-pressed="true"]');
      await expect(pressedBrands).not.toHaveCount(0);

      const outlines = await measureOutlines(page);
      expect(outlines.length).toBeGreaterThan(10);
      const faintOutlines = outlines.filter(({ contrast }) => contrast < 3);
      expect(faintOutlines).toEqual([]);
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
      await openMenu(page);
      expect(await runAxe(page)).toEqual([]);

      if (width === 390) await takeScreenshots(page, 'menu');
      await closeMenu(page);
    }
  });
});
