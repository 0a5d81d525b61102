import { devices } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { dispatchOnline } from '../../support/gestures.ts';
import { waitForWorker } from '../../support/loading.ts';
import { getUnsentButton, joinWaitlistOffline } from '../../support/unsent.ts';

test('the install button works while images load', async ({ page }) => {
  await page.route('**/hangs.png', () => undefined);
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.body.appendChild(new Image()).src = '/hangs.png';
    }),
  );
  await page.goto('/about', { waitUntil: 'commit' });
  // The component that registers the worker also renders the install button.
  await waitForWorker(page);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');

  const installButton = page.getByRole('button', { name: 'Install app' });
  await expect(installButton).toBeHidden();
  const isDefaultPrevented = await page.evaluate(() => {
    const promptEvent = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => {
      document.title += ' (prompted)';
    };
    dispatchEvent(Object.assign(promptEvent, { prompt }));
    return promptEvent.defaultPrevented;
  });
  expect(isDefaultPrevented).toBe(true);

  await installButton.click();
  await expect(page).toHaveTitle('Our Core Values (prompted)');
  await expect(installButton).toBeHidden();

  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(page.getByText(/^Installed\./)).toBeVisible();
});

test('the page registers the worker again after the first registration has failed', async ({
  page,
  network,
}) => {
  const heldRequest = network.waitForHeld();
  network.hold(/^\/sw\.js$/);
  await page.goto('/faq');
  await heldRequest;
  network.cut();
  network.release();
  network.restore();
  await waitForWorker(page);
});

test.describe('on iOS', () => {
  test.use({ userAgent: devices['iPhone 15'].userAgent });

  test('the page shows the install instructions only if there is no unsent submission', async ({
    page,
    network,
    records,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'standalone', { value: false }),
    );
    const installHint = page.getByText(/Add to Home Screen/);
    await page.goto('/waitlist');
    await expect(installHint).toBeVisible();

    await joinWaitlistOffline(page, network);
    await expect(getUnsentButton(page)).toBeVisible();
    // The hint is hidden, because the installed app cannot read this browser's outbox.
    await expect(installHint).toBeHidden();

    network.restore();
    await page.evaluate(dispatchOnline);
    await expect(installHint).toBeVisible();
    expect(await records.count('waitlist')).toBe(1);
  });
});
