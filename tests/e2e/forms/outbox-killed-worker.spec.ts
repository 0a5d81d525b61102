import { expect, test } from '../../support/fixtures.ts';
import { join, sent, workerReady } from '../../support/waitlist.ts';

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
  await page.goto('/waitlist');
  await workerReady(page);
  network.hold();
  network.fail({ kind: 'reset' }, 1);
  await join(page);
  await network.sent(1);
  // Past the page's first look, which would wake the worker again.
  await page.clock.fastForward(1000);
  await page.evaluate(workerHasHeard);
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
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
