import { expect, test } from '../../support/fixtures.ts';
import { expectRecords, waitlistForm } from '../../support/forms.ts';
import { idle } from '../../support/hydrated.ts';
import { join, saved, sent } from '../../support/waitlist.ts';

test.describe('without a worker every page delivers by itself:', () => {
  test.use({ serviceWorkers: 'block' });
  /** What sending needs. */
  const code = /\/static\/js\/run-/;

  test('two tabs take turns', async ({ page, context, network, records }) => {
    const other = await context.newPage();
    const tabs = [page, other];
    for (const tab of tabs) {
      // The last of what a page without a worker loads.
      const delivery = tab.waitForResponse(code);
      await tab.goto('/waitlist');
      await delivery;
    }
    await context.setOffline(true);
    await join(page);
    await expect(page.getByText(saved)).toBeVisible();
    const waiting = { name: '1 message waiting to send' };
    for (const tab of tabs) {
      await expect(tab.getByRole('button', waiting)).toBeVisible();
    }
    network.hold();
    await context.setOffline(false);
    await network.sent(1);
    const pending = async () => (await navigator.locks.query()).pending?.length;
    await expect.poll(() => other.evaluate(pending)).toBeGreaterThan(0);
    network.release();
    for (const tab of tabs) {
      await expect(tab.getByRole('button', { name: /waiting/ })).toBeHidden();
    }
    expect(network.commits).toBe(1);
    await expectRecords(records, waitlistForm);
  });

  test('the code that delivers is fetched before it is needed, and not run', async ({
    page,
    context,
    records,
  }) => {
    await context.route(code, async (route) => {
      const response = await route.fetch();
      const body = `globalThis.delivers = true;${await response.text()}`;
      await route.fulfill({ response, body });
    });
    const fetched = page.waitForResponse(code);
    await page.goto('/waitlist');
    await (await fetched).finished();
    const delivers = () => page.evaluate(() => 'delivers' in globalThis);
    await idle(page);
    expect(await delivers()).toBe(false);
    await join(page);
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
    expect(await delivers()).toBe(true);
    expect(await records.count('waitlist')).toBe(1);
  });
});
