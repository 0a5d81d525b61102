import { refusal } from '../../support/commits.ts';
import { expect, test } from '../../support/fixtures.ts';
import { join, saved, sent } from '../../support/waitlist.ts';

/** Then every page delivers by itself. */
test.use({ serviceWorkers: 'block' });

/** What sending needs. */
const code = /\/static\/js\/run-/;

test('two tabs without a worker take turns', async ({
  page,
  context,
  network,
  records,
}) => {
  const other = await context.newPage();
  for (const [tab, path] of [
    [page, '/waitlist'],
    [other, '/about'],
  ] as const) {
    // The last of what a page without a worker loads.
    const delivery = tab.waitForResponse(code);
    await tab.goto(path);
    await delivery;
  }
  await context.setOffline(true);
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  for (const tab of [page, other]) {
    await expect(
      tab.getByRole('button', { name: '1 message waiting to send' }),
    ).toBeVisible();
  }
  network.hold();
  await context.setOffline(false);
  await network.sent(1);
  await expect.poll(() => other.evaluate(waitingForLock)).toBeGreaterThan(0);
  network.release();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: /waiting/ })).toBeHidden();
  }
  expect(network.commits).toBe(1);
  expect(await records.count('waitlist')).toBe(1);
  expect(await records.count('favoriteBrand')).toBe(1);
});

test('a page tries again by itself what a server in trouble did not take', async ({
  page,
  network,
  records,
}) => {
  await page.goto('/waitlist');
  network.fail(refusal(500, 'INTERNAL'));
  await join(page);
  await expect(page.getByText(saved)).toBeVisible();
  await network.sent(1);
  network.heal();
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});

test('the code that delivers is here before it is needed, and not run', async ({
  page,
  context,
  records,
}) => {
  await context.route(code, async (route) => {
    const response = await route.fetch();
    const body = `globalThis.delivers = true;${await response.text()}`;
    await route.fulfill({ response, body });
  });
  const here = page.waitForResponse(code);
  await page.goto('/waitlist');
  await (await here).finished();
  const delivers = () => page.evaluate(() => 'delivers' in globalThis);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await delivers()).toBe(false);
  await join(page);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await delivers()).toBe(true);
  expect(await records.count('waitlist')).toBe(1);
});

async function waitingForLock(): Promise<number> {
  return (await navigator.locks.query()).pending?.length ?? 0;
}
