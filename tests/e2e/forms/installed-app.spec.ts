import { rmSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright/test';
import { getLaunchOptions } from '../../support/browsers.ts';
import { killBrowser } from '../../support/engines/playwright.ts';
import { expect, test } from '../../support/fixtures.ts';
import { submit, waitlistForm } from '../../support/forms.ts';
import { waitForReact } from '../../support/loading.ts';
import { expectSent, getBrandField, shopper } from '../../support/waitlist.ts';
import { waitForStoredDraft } from './stored-data.ts';

/** Starts Chromium with one window of the app, which shows the waitlist form. */
async function startApp(profile: string, origin: string) {
  const { args = [], ...options }: LaunchOptions = getLaunchOptions('chromium');
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, `--app=${origin}/waitlist`],
  });
  const page = context.pages()[0] ?? (await context.waitForEvent('page'));
  await page.waitForURL('**/waitlist');
  await waitForReact(page);

  const isStandalone = () => matchMedia('(display-mode: standalone)').matches;
  expect(await page.evaluate(isStandalone)).toBe(true);
  return { context, page };
}

test('a draft of the installed app survives a killed browser, and a sent text does not come back', async ({
  network,
  records,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  let app = await startApp(profile, network.origin);

  await getBrandField(app.page).fill('Skein');
  await waitForStoredDraft(app.page, 'Skein');
  await getBrandField(app.page).fill('Skeinwell');
  await waitForStoredDraft(app.page, 'Skeinwell');
  await killBrowser(app.context, profile);

  await test.step('after the kill, the app shows the text again', async () => {
    app = await startApp(profile, network.origin);
    await expect(getBrandField(app.page)).toHaveValue('Skeinwell');
  });

  await test.step('after a kill right after "Sent.", the app shows an empty form', async () => {
    await app.page.getByLabel('Email').fill(shopper.email);
    await submit(app.page, waitlistForm);
    await expectSent(app.page);
    await killBrowser(app.context, profile);

    app = await startApp(profile, network.origin);
    // The form saves text only after it has read its draft.
    await getBrandField(app.page).fill('Lopewell');
    await waitForStoredDraft(app.page, 'Lopewell');
    await expect(getBrandField(app.page)).toHaveValue('Lopewell');
    await expect(app.page.getByLabel('Email')).toHaveValue('');
  });

  expect(await records.count('waitlist')).toBe(1);
  await app.context.close();
  rmSync(profile, { recursive: true, force: true });
});

test('full screen keeps the draft of the installed app', async ({
  network,
  records,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  const { context, page } = await startApp(profile, network.origin);
  const devtools = await context.newCDPSession(page);
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  const setWindowState = async (
    windowState: 'fullscreen' | 'normal',
    displayMode: 'fullscreen' | 'standalone',
  ) => {
    const bounds = { windowState };
    await devtools.send('Browser.setWindowBounds', { windowId, bounds });

    const hasMode = (mode: string) =>
      matchMedia(`(display-mode: ${mode})`).matches;
    await expect.poll(() => page.evaluate(hasMode, displayMode)).toBe(true);
  };

  await getBrandField(page).fill('Skeinwell');
  await waitForStoredDraft(page, 'Skeinwell');
  await setWindowState('fullscreen', 'fullscreen');
  await page.reload();
  await expect(getBrandField(page)).toHaveValue('Skeinwell');

  await getBrandField(page).fill('Lopewell');
  await waitForStoredDraft(page, 'Lopewell');
  await page.getByLabel('Email').fill(shopper.email);
  await submit(page, waitlistForm);
  await expectSent(page);

  await setWindowState('normal', 'standalone');
  await page.reload();
  await waitForReact(page);
  await getBrandField(page).fill('Heddle');
  await waitForStoredDraft(page, 'Heddle');
  await expect(getBrandField(page)).toHaveValue('Heddle');

  expect(await records.count('waitlist')).toBe(1);
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});
