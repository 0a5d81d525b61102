import { expect, test } from '../support/fixtures.ts';
import { join, sent, workerReady } from '../support/waitlist.ts';

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
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  network.release();
  expect(await records.count('waitlist')).toBe(0);
  await page.clock.fastForward(25_000);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});
