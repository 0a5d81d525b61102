import { expect, test } from '../../support/fixtures.ts';
import { dispatchOnline } from '../../support/gestures.ts';
import { openWithWorker } from '../../support/loading.ts';
import { expectSaved, getUnsentButton } from '../../support/unsent.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

/** Reports the badge of the installed app to the page's list `badges`. */
const recordBadge = `Object.defineProperty(navigator, 'setAppBadge', {
  value: async (count) => new BroadcastChannel('test-badge').postMessage(
    [globalThis.document ? 'page' : 'worker', count]) })`;

test("the app's badge counts the unsent messages, in the page and in the worker", async ({
  page,
  network,
}) => {
  network.inject('worker', recordBadge);
  await page.addInitScript(recordBadge);
  await page.addInitScript(() => {
    const badges: Record<string, number[]> = { page: [], worker: [] };
    Object.assign(window, { badges });
    new BroadcastChannel('test-badge').onmessage = ({ data: [who, count] }) =>
      badges[who]?.push(count);
  });
  const readBadge = (who: string) =>
    page.evaluate((name) => {
      const { badges } = window as unknown as {
        badges: Record<string, number[]>;
      };
      return badges[name]?.at(-1);
    }, who);
  await openWithWorker(page, '/waitlist');
  await expect.poll(() => readBadge('page')).toBe(0);
  network.cut();
  await joinWaitlist(page);
  await expectSaved(page);
  await expect(getUnsentButton(page)).toBeVisible();
  await expect.poll(() => readBadge('page')).toBe(1);
  await expect.poll(() => readBadge('worker')).toBe(1);
  network.restore();
  await page.evaluate(dispatchOnline);
  await expect(getUnsentButton(page)).toBeHidden();
  await expect.poll(() => readBadge('page')).toBe(0);
  await expect.poll(() => readBadge('worker')).toBe(0);
});
