import { expect, test } from '../../support/fixtures.ts';
import { joinOffline, pill } from '../../support/unsent.ts';
import { workerReady } from '../../support/waitlist.ts';

test('it can be installed, though a picture hangs', async ({ page }) => {
  await page.route('**/hangs.png', () => undefined);
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const picture = document.body.appendChild(new Image());
      picture.src = '/hangs.png';
    }),
  );
  await page.goto('/about', { waitUntil: 'commit' });
  // What registers the worker listens for the browser's offer as well.
  await workerReady(page);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  const install = page.getByRole('button', { name: 'Install app' });
  await expect(install).toBeHidden();
  const prompted = await page.evaluateHandle(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const asked = { times: 0, prevented: false };
    const prompt = async () => {
      asked.times += 1;
      return { outcome: 'accepted' };
    };
    dispatchEvent(Object.assign(offer, { prompt }));
    asked.prevented = offer.defaultPrevented;
    return asked;
  });
  await install.click();
  expect(await prompted.jsonValue()).toEqual({ times: 1, prevented: true });
  await expect(install).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(page.getByText(/^Installed\./)).toBeVisible();
});

test.describe('on iOS', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  });

  test('a hint tells iOS how', async ({ page, context, network, records }) => {
    // True in the installed app.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'standalone', { value: false }),
    );
    const text = page.getByText(/Add to Home Screen/);
    await page.goto('/waitlist');
    await expect(text).toBeVisible();
    // The installed app has another storage: they would stay behind.
    await joinOffline(page, network);
    await expect(page.getByRole('button', { name: pill })).toBeVisible();
    await expect(text).toBeHidden();
    network.restore();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(text).toBeVisible();
    expect(await records.count('waitlist')).toBe(1);
  });
});
