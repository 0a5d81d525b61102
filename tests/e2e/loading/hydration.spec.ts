import { needsScriptsText } from '../../../src/content/form-texts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, submit, waitlistForm } from '../../support/forms.ts';
import {
  holdFiles,
  isHydrated,
  waitForIdle,
  waitForReact,
} from '../../support/loading.ts';
import { expectSent, joinWaitlist, shopper } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

test('a submit before hydration disables the button and is handled after hydration', {
  tag: '@firefox',
}, async ({ page, network, records, consoleLines }) => {
  const brandField = page.getByLabel('Favorite brand');
  const waitlistButton = page.getByRole('button', {
    name: waitlistForm.button,
  });

  const releaseScripts = await holdFiles(page);
  await page.goto('/waitlist', { waitUntil: 'commit' });
  await expect(waitlistButton).toBeEnabled();
  await expect(page.getByText(needsScriptsText)).toBeHidden();

  await joinWaitlist(page);
  await expect(waitlistButton).toBeDisabled();

  // The pending submit must include this text, and Enter must not submit again.
  await brandField.fill('Lopewell');
  await brandField.press('Enter');

  releaseScripts();
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText(waitlistForm.thanks);
  await expectSent(page);
  await expect(page).toHaveURL('/waitlist');

  const fields = { favoriteBrand: 'Lopewell', email: shopper.email };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);
  expect(network.commits).toBe(1);
  expect(consoleLines).toEqual([]);

  await test.step('a link click before hydration cancels the pending submit and keeps the typed text', async () => {
    const releaseCareersScripts = await holdFiles(page);
    await page.goto('/careers', { waitUntil: 'commit' });
    await page.getByLabel('Name').fill('Ada');
    await submit(page, careersForm);

    await page.getByRole('link', { name: 'Mission' }).first().click();
    await expect(page).toHaveURL('/mission');
    releaseCareersScripts();

    await waitForReact(page);
    await page.getByRole('link', { name: 'Careers' }).first().click();
    await expect(page.getByLabel('Name')).toHaveValue('Ada');

    const submitButton = page.getByRole('button', { name: careersForm.button });
    await expect(submitButton).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(network.commits).toBe(1);
  });

  await test.step('text typed before a reload returns, unless the visitor has cleared the field', async () => {
    const releaseFeedbackScripts = await holdFiles(page);
    await page.goto('/feedback', { waitUntil: 'commit' });
    await page.getByLabel('Message').fill('Hello');
    await page.getByLabel('Name').fill('Ada');

    await page.reload({ waitUntil: 'commit' });
    for (const name of ['A', '']) await page.getByLabel('Name').fill(name);

    releaseFeedbackScripts();
    await waitForReact(page);
    await expect(page.getByLabel('Message')).toHaveValue('Hello');
    await expect(page.getByLabel('Name')).toHaveValue('');
  });
});

test('if the HTML of a page is truncated, the scripts render the rest', async ({
  page,
  network,
}) => {
  network.halvesPages = true;
  await page.clock.install();

  const formChunkPromise = page.waitForResponse(/static\/js\/form-/);
  await page.goto('/careers', { waitUntil: 'commit' });

  await page.getByLabel('Name').fill('Ada');
  const formChunk = await formChunkPromise;
  await formChunk.finished();
  // Gives the loaded scripts time to run.
  await waitForIdle(page);

  expect(await page.evaluate(isHydrated)).toBe(false);
  // The app handles this click later, and then reports the empty email.
  await page.locator('main [type="submit"]').click();

  network.cut();
  // The loader then stops the parser, because a truncated page never ends.
  await page.clock.runFor(10_000);

  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
});

test('scrolling and late web fonts cause no layout shift', async ({ page }) => {
  const layoutShiftScript = `globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shifted += value;
    }).observe({ type: 'layout-shift', buffered: true });`;
  await page.addInitScript({ content: layoutShiftScript });

  const releaseFonts = await holdFiles(page, '**/*.woff2');
  await page.setViewportSize({ width: 412, height: 823 });

  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await waitForReact(page);

  const elements = page.locator(':root, main > :first-child *');
  const readHeights = () =>
    elements.evaluateAll((nodes) =>
      nodes.map(({ scrollHeight }) => scrollHeight),
    );

  const initialHeights = await readHeights();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('contentinfo')).toBeInViewport();

  expect(await readHeights()).toEqual(initialHeights);
  expect(await page.evaluate('shifted')).toBeLessThan(0.005);

  const hasLocalFont = () => document.fonts.check('1em "Poppins Fallback"');
  expect(await page.evaluate(hasLocalFont), 'no fonts-liberation').toBe(true);

  releaseFonts();
  await page.evaluate(() => document.fonts.ready);
  const [, ...firstViewHeights] = await readHeights();
  expect(firstViewHeights).toEqual(initialHeights.slice(1));
});
