import type { CDPSession, Page } from 'playwright/test';
import { decodePng } from '../../pictures/png.ts';
import { buildWithAnalytics } from '../../support/builds.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  feedbackForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import {
  openDisclosures,
  openPage,
  openWithWorker,
  waitForForgetMe,
  waitForIdle,
  waitForNotices,
} from '../../support/loading.ts';
import { closeMenu, openMenu } from '../../support/menu.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { pageGroups } from '../../support/pages.ts';
import {
  findAllControls,
  findBlockedGestures,
  findBrokenIcons,
  findCoveredControls,
  findCoveredTexts,
  findDisorderedControls,
  findDrawnParts,
  findEdgedParts,
  findFaintControls,
  findFaintFields,
  findFaintPrint,
  findFaintSelections,
  findFaintTexts,
  findHiddenControls,
  findMixedColors,
  findPrintedDecorations,
  findReachableControls,
  findShownElements,
  findSmallControls,
  findTransparentTexts,
  getContrast,
  listMissingRings,
  runInPage,
} from '../../support/style-facts.ts';
import { findTextsFaintOnPictures } from '../../support/texts-on-pictures.ts';
import { getUnsentButton, openUnsentDialog } from '../../support/unsent.ts';
import { expectSent, rememberEmail } from '../../support/waitlist.ts';
import { resizeWindow } from '../../support/window-size.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block',
});

const screens = [
  { width: 390, hasMouse: false },
  { width: 800, hasMouse: false },
  { width: 1440, hasMouse: true },
];

/** Expects the facts of the page in its current state. */
async function expectFacts(page: Page): Promise<void> {
  await test.step('a phone in landscape shows what a higher window shows', () =>
    expectFactsOfLandscape(page));

  const devtools = await page.context().newCDPSession(page);
  const reachable = new Set<string>();
  for (const { width, hasMouse } of screens) {
    await resizeWindow(page, { width, height: 900 });
    // Touch emulation makes the media feature `hover` match `none`, as on a phone.
    await devtools.send('Emulation.setTouchEmulationEnabled', {
      enabled: !hasMouse,
    });

    await test.step(`at ${width} px, each control is visible, gets its taps and has a ring`, async () => {
      const hidden = await runInPage(page, findHiddenControls);
      expect.soft(hidden, 'controls that only hovering shows').toEqual([]);

      const covered = await runInPage(page, findCoveredControls);
      expect.soft(covered, 'controls that no tap reaches').toEqual([]);

      const transparent = await runInPage(page, findTransparentTexts);
      expect.soft(transparent, 'texts that only hovering shows').toEqual([]);

      const disordered = await runInPage(page, findDisorderedControls);
      expect.soft(disordered, 'controls to which Tab moves back').toEqual([]);

      const small = await runInPage(page, findSmallControls);
      expect.soft(small, 'controls that a finger can hardly hit').toEqual([]);

      const brokenIcons = await runInPage(page, findBrokenIcons);
      expect.soft(brokenIcons, 'icons without a part').toEqual([]);

      for (const control of await runInPage(page, findReachableControls))
        reachable.add(control);

      const ringless = await listMissingRings(page);
      expect.soft(ringless, 'controls without a ring').toEqual([]);
    });
  }

  await test.step('a visitor sees texts on gradients and what is selected, and can scroll, select, copy and paste', async () => {
    const faint = await runInPage(page, findFaintTexts);
    expect.soft(faint, 'faint texts on gradients').toEqual([]);
    const faded = await runInPage(page, findFaintSelections);
    expect.soft(faded, 'what fades when it is selected').toEqual([]);
    const faintFields = await runInPage(page, findFaintFields);
    expect.soft(faintFields, 'fields with a faint edge').toEqual([]);
    const blocked = await runInPage(page, findBlockedGestures);
    expect.soft(blocked, 'parts that take something away').toEqual([]);
  });

  await test.step('under the pointer and when autofilled, the contrast of each control is at least 4.5', async () => {
    await hoverOverAll(devtools);
    const faint = await runInPage(page, findFaintControls);
    expect
      .soft(faint, 'texts that fade under the pointer or when autofilled')
      .toEqual([]);
    // The end of the session ends its hovering.
    await devtools.detach();
  });

  const controls = await runInPage(page, findAllControls);
  const unreachable = controls.filter((control) => !reachable.has(control));
  expect.soft(unreachable, 'controls that no width shows').toEqual([]);

  await test.step('in forced colors, text and ground are both of the system or both ours', async () => {
    const drawn = await runInPage(page, findDrawnParts);
    await page.emulateMedia({ forcedColors: 'active' });
    const edged = await runInPage(page, findEdgedParts);
    const edgeless = drawn.filter((part) => !edged.includes(part));
    expect.soft(edgeless, 'parts without an edge').toEqual([]);

    const ringless = await listMissingRings(page);
    expect.soft(ringless, 'controls without a ring').toEqual([]);
    const mixed = await runInPage(page, findMixedColors);
    expect.soft(mixed, 'forced colors').toEqual([]);
    await page.emulateMedia({ forcedColors: null });
  });

  await test.step('on paper, the contrast of each text is at least 4.5, and decorations are small', async () => {
    await page.emulateMedia({ media: 'print' });
    const faint = await runInPage(page, findFaintPrint);
    expect.soft(faint, 'faint texts on paper').toEqual([]);
    const decorations = await runInPage(page, findPrintedDecorations);
    expect.soft(decorations, 'decorations on paper').toEqual([]);
    await page.emulateMedia({ media: null });
  });
}

/** Expects that each text contrasts with the picture behind it. */
async function expectReadablePictures(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await resizeWindow(page, { width, height: 900 });
    const faint = await findTextsFaintOnPictures(page);
    expect.soft(faint, `faint texts on pictures at ${width} px`).toEqual([]);
  }
}

/** Expects that each heading, notice and control is visible in a low window. */
async function expectFactsOfLandscape(page: Page): Promise<void> {
  // In a window of 824 px, the menu would close.
  const width = 812;
  await resizeWindow(page, { width, height: 900 });
  const shown = await runInPage(page, findShownElements);
  await resizeWindow(page, { width, height: 375 });
  const shownInLandscape = await runInPage(page, findShownElements);
  const hidden = shown.filter((element) => !shownInLandscape.includes(element));
  expect.soft(hidden, 'what only a higher window shows').toEqual([]);

  const coveredTexts = await runInPage(page, findCoveredTexts);
  expect.soft(coveredTexts, 'texts that something covers').toEqual([]);
  const coveredControls = await runInPage(page, findCoveredControls);
  expect.soft(coveredControls, 'controls that no tap reaches').toEqual([]);
}

/** Shows all controls as if the pointer were on each of them, and autofilled fields. */
async function hoverOverAll(devtools: CDPSession): Promise<void> {
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'a, button, summary, input, select, textarea',
  });

  const forcedPseudoClasses = ['hover', 'autofill'];
  await Promise.all(
    nodeIds.map((nodeId) =>
      devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }),
    ),
  );
}

// Each half is a test, so that both can run in parallel.
for (const group of pageGroups)
  test(`pages ${group[0]?.path} to ${group.at(-1)?.path} have rings, controls that a visitor sees and taps, and colors for paper and forced colors`, async ({
    page,
  }) => {
    for (const { path } of group) {
      await test.step(path, async () => {
        await openPage(page, path);
        await openDisclosures(page);
        await waitForNotices(page);
        await waitForIdle(page);
        await expectFacts(page);
        await expectReadablePictures(page);
      });
    }
  });

test('forms with messages, the unsent dialog and the menu have focus rings, visible controls, and colors for paper and forced colors', async ({
  page,
  network,
}) => {
  await openPage(page, careersForm.path);
  await submit(page, careersForm);
  await expect(page.getByRole('alert')).toBeVisible();

  await page.getByText('What happens to what I send?').click();
  await waitForForgetMe(page);
  // A text that is longer than its field is printed below the field.
  await page.getByLabel('Message').fill('I cut patterns. '.repeat(40));
  await page.getByLabel('Email').fill('ada@gmial.com');
  await expect(page.getByText('Did you mean')).toBeVisible();
  await expectFacts(page);

  await page.evaluate(rememberEmail, 'ada@loom.example');
  await openPage(page, feedbackForm.path);
  await page.getByText('What happens to what I send?').click();
  await page.getByRole('button', { name: 'Forget me' }).click();
  await expect(
    page.getByRole('button', { name: 'Yes, forget me' }),
  ).toBeVisible();
  await expectFacts(page);
  await page.evaluate(() => localStorage.clear());

  network.fail(deniedFault);
  await openPage(page, waitlistForm.path);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(getUnsentButton(page)).toBeVisible();
  await expectFacts(page);

  const dialog = await openUnsentDialog(page);
  await expect(dialog).toBeVisible();
  await expectFacts(page);

  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(
    page.getByText('You are editing an unsent message.'),
  ).toBeVisible();
  await expectFacts(page);

  network.heal();
  await submit(page, waitlistForm);
  await expectSent(page);
  await expectFacts(page);

  await page.setViewportSize({ width: 390, height: 900 });
  const menu = await openMenu(page);
  await expectFactsOfMenu(page);
  await expect(menu).toBeVisible();

  await closeMenu(page);
  const covered = await runInPage(page, findCoveredControls);
  expect(covered, 'after the menu').toEqual([]);
});

/** The menu closes in a wide window, so it cannot have the facts of each width. */
async function expectFactsOfMenu(page: Page): Promise<void> {
  for (const find of [findHiddenControls, findCoveredControls])
    expect.soft(await runInPage(page, find), find.name).toEqual([]);
  expect.soft(await listMissingRings(page)).toEqual([]);

  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await listMissingRings(page)).toEqual([]);
  const mixed = await runInPage(page, findMixedColors);
  expect.soft(mixed, 'forced colors').toEqual([]);
  await page.emulateMedia({ forcedColors: null });

  await expectFactsOfLandscape(page);
}

test('if a page cannot load, its failure has focus rings, visible controls, and colors for paper and forced colors', async ({
  page,
}) => {
  await openPage(page, '/about');
  await page.route(/\/static\/js\/mission-/, (route) => route.abort());
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFacts(page);
});

test('a toggle changes its look when it is pressed, also in forced colors', async ({
  page,
}) => {
  await openPage(page, '/');
  const toggles = page.locator('[aria-pressed]').filter({ visible: true });
  const kinds = await toggles.evaluateAll((elements) => [
    ...new Set(elements.map(({ className }) => className)),
  ]);
  expect(kinds.length).toBeGreaterThan(1);

  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors });
    for (const kind of kinds) {
      const toggle = page.locator(`[aria-pressed][class="${kind}"]`).first();
      const picture = await toggle.screenshot();
      const isPressed = await toggle.getAttribute('aria-pressed');
      // A click by script moves neither the pointer nor the focus.
      await toggle.evaluate((button: HTMLElement) => button.click());
      await expect(toggle).not.toHaveAttribute('aria-pressed', `${isPressed}`);

      const otherPicture = await toggle.screenshot();
      const pixelCount = countContrastingPixels(picture, otherPicture);
      const name = `the toggle .${kind}, forced colors: ${forcedColors}`;
      expect.soft(pixelCount, name).toBeGreaterThan(50);
    }
  }
});

test('picking all brands of the landing page does not move what is below', async ({
  page,
}) => {
  await openPage(page, '/');
  const brands = page.locator('main fieldset [aria-pressed]');
  const nextHeading = page.getByRole('heading', { level: 2 }).first();
  const measureTop = () =>
    nextHeading.evaluate((heading) => heading.getBoundingClientRect().top);
  const pressAll = async (state: 'true' | 'false') => {
    for (const brand of await brands.all()) {
      await brand.evaluate((button: HTMLElement, to) => {
        if (button.ariaPressed !== to) button.click();
      }, state);
      await expect(brand).toHaveAttribute('aria-pressed', state);
    }
  };

  for (const width of [320, 390, 800, 1440]) {
    await resizeWindow(page, { width, height: 900 });
    await pressAll('false');
    const top = await measureTop();
    await pressAll('true');
    expect.soft(await measureTop(), `at ${width} px`).toBeCloseTo(top, 0);
  }
});

/** Returns how many pixels of two PNGs differ as much as WCAG demands of a state. */
function countContrastingPixels(file: Buffer, otherFile: Buffer): number {
  const minContrast = 3;
  const { pixels } = decodePng(file);
  const { pixels: otherPixels } = decodePng(otherFile);

  let count = 0;
  for (let start = 0; start < pixels.length; start += 4) {
    const color = [...pixels.subarray(start, start + 3)];
    const otherColor = [...otherPixels.subarray(start, start + 3)];
    if (getContrast(color, otherColor) >= minContrast) count += 1;
  }
  return count;
}

test('a word that is left out takes pieces from the racks, which stay where they are', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openPage(page, '/');
  const racks = page.getByRole('group', { name: /My Brands|Discovery/ });
  const places = await racks.evaluateAll(readBoxes);

  await page.getByRole('button', { name: 'warm' }).scrollIntoViewIfNeeded();
  const leaving = await page.evaluate(async () => {
    const words = [...document.querySelectorAll<HTMLElement>('p button')];
    words.find((word) => word.textContent === 'warm')?.click();
    // React renders the click in a microtask.
    await Promise.resolve();

    const pieces = [...document.querySelectorAll('[aria-hidden] > div > p')];
    for (const animation of document.getAnimations()) animation.pause();
    return pieces.map((piece) => piece.textContent);
  });
  expect(leaving).toContain('Roll-neck sweater');
  await expect(racks.getByRole('listitem')).not.toContainText(['Roll-neck']);

  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.play();
  });
  await expect(page.getByText('Roll-neck sweater')).toHaveCount(0);

  for (const name of ['Drizmoor', 'Skeinwell', 'Odalune'])
    await page.getByRole('button', { name }).click();
  await expect(racks.first()).toContainText('Pick a brand at the top');
  expect(await racks.evaluateAll(readBoxes)).toEqual(places);
});

/** Returns where elements begin in the page, and their heights. */
function readBoxes(elements: readonly Element[]): number[][] {
  return elements.map((element) => {
    const { top, height } = element.getBoundingClientRect();
    return [Math.round(top + scrollY), Math.round(height)];
  });
}

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('notices have focus rings, visible controls, and colors for forced colors', async ({
    page,
    context,
    network,
    serve,
  }) => {
    network.site = await serve(buildWithAnalytics);
    await openWithWorker(page, '/about');
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
    await expect(
      page.getByRole('button', { name: 'Install app' }),
    ).toBeVisible();
    await expect(page.getByText('May we count this visit?')).toBeVisible();
    await expectFacts(page);

    network.inject('worker', '// The next version');
    await page.evaluate(checkForUpdate);
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    await expectFacts(page);

    await context.setOffline(true);
    await expect(
      page.locator('p', { hasText: 'You are offline.' }),
    ).toBeVisible();
    await expectFacts(page);
  });
});
