import { stopWorkers } from '../../support/engines/chromium.ts';
import { expect, test } from '../../support/fixtures.ts';
import { expectRecords, waitlistForm } from '../../support/forms.ts';
import { hydrated, idle } from '../../support/hydrated.ts';
import { join, saved, sent, visit } from '../../support/waitlist.ts';

test('the page asks again where the worker was killed as it sent', async ({
  page,
  context,
  network,
  records,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    // Else Chromium would wake the worker by itself.
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
  });
  await visit(page, '/waitlist');
  network.hold();
  network.fail({ kind: 'reset' }, 1);
  await join(page);
  await network.sent(1);
  // Past the page's first look, which would wake the worker again.
  await page.clock.fastForward(1000);
  await page.evaluate(workerHasHeard);
  await stopWorkers(context);
  network.release();
  expect(await records.count('waitlist')).toBe(0);
  await page.clock.fastForward(25_000);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});

/** Messages keep their order: what was said before has been heard too. */
async function workerHasHeard(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    registration?.active?.postMessage({ type: 'deliver' }, [port2]);
  });
}

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

  test('a picture that hangs keeps nothing from being sent', async ({
    page,
    network,
    records,
  }) => {
    await page.route('**/hangs.png', () => undefined);
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        const picture = document.body.appendChild(new Image());
        picture.src = '/hangs.png';
      }),
    );
    await page.goto('/waitlist', { waitUntil: 'commit' });
    await hydrated(page);
    network.fail({ kind: 'reset' }, 1);
    await join(page);
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.readyState)).toBe('interactive');
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
    await idle(page);
    expect(await delivers()).toBe(false);
    await join(page);
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
    expect(await delivers()).toBe(true);
    expect(await records.count('waitlist')).toBe(1);
  });
});
