import { type BrowserContext, chromium } from 'playwright';
import { launchOptions } from '../../support/browsers.ts';
import { expect, test } from '../../support/fixtures.ts';
import { killDescendants } from '../../support/process-tree.ts';
import { join, saved, workerReady } from '../../support/waitlist.ts';

test('joined offline, browser killed and started again', async ({
  network,
  records,
}, testInfo) => {
  const profile = testInfo.outputPath('profile');
  const first = await openBrowser(profile);
  const page = await first.newPage();
  await page.goto(`${network.origin}/waitlist`);
  await workerReady(page);
  network.cut();
  await first.setOffline(true);
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  await killBrowser(first, profile);
  network.restore();

  const second = await openBrowser(profile);
  const again = await second.newPage();
  await again.goto(network.origin);
  await expect.poll(() => records.count('waitlist')).toBe(1);
  const [entry] = await records.list('waitlist');
  const [favorite] = await records.list('favoriteBrand');
  expect(favorite?.id).toBe(entry?.id);
  await second.close();
  expect(await records.count('waitlist')).toBe(1);
});

function openBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, launchOptions('chromium'));
}

/** SIGKILL: nothing gets the chance to tidy up. */
async function killBrowser(context: BrowserContext, profile: string) {
  const closed = new Promise((resolve) => context.once('close', resolve));
  killDescendants(process.pid, (line) => line.includes(profile));
  await closed;
}
