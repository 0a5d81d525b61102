import { expect, test } from '../../support/fixtures.ts';
import { waitForWorker } from '../../support/loading.ts';
import { joinOffline, unsentLabel } from '../../support/unsent.ts';

test('the install button appears even if an image never finishes loading', async ({
  page,
}) => {
  await page.route('**/hangs.png', () => undefined);
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.body.appendChild(new Image()).src = '/hangs.png';
    }),
  );
  await page.goto('/about', { waitUntil: 'commit' });
  // The notices register the worker, and contain the install button.
  await waitForWorker(page);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  const install = page.getByRole('button', { name: 'Install app' });
  await expect(install).toBeHidden();
  const offered = await page.evaluateHandle(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const result = { prompts: 0, isPrevented: false };
    const prompt = async () => {
      result.prompts += 1;
    };
    dispatchEvent(Object.assign(offer, { prompt }));
    result.isPrevented = offer.defaultPrevented;
    return result;
  });
  await install.click();
  expect(await offered.jsonValue()).toEqual({ prompts: 1, isPrevented: true });
  await expect(install).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(page.getByText(/^Installed\./)).toBeVisible();
});

test.describe('on iOS', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  });

  test('the page explains how to install the app while no message is waiting', async ({
    page,
    context,
    network,
    records,
  }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'standalone', { value: false }),
    );
    const hint = page.getByText(/Add to Home Screen/);
    await page.goto('/waitlist');
    await expect(hint).toBeVisible();
    await joinOffline(page, network);
    await expect(page.getByRole('button', { name: unsentLabel })).toBeVisible();
    // The installed app has separate storage, which lacks the waiting message.
    await expect(hint).toBeHidden();
    network.restore();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(hint).toBeVisible();
    expect(await records.count('waitlist')).toBe(1);
  });
});
