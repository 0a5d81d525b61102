import { expect, test } from '../../support/fixtures.ts';
import { dispatchOnline } from '../../support/gestures.ts';
import { openWithWorker } from '../../support/loading.ts';
import { expectSaved, getUnsentButton } from '../../support/unsent.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

/** Reports the badge of the installed app to the page's variable `badges`. */
const recordBadge = `Object.defineProperty(navigator, 'setAppBadge', {
  value: async (count) => new BroadcastChannel('test-badge').postMessage(
    [globalThis.document ? 'page' : 'worker', count]) })`;

test("the app's badge counts the unsent submissions, in the page and in the worker", async ({
  page,
  network,
}) => {
  network.inject('worker', recordBadge);
  await page.addInitScript(recordBadge);
  await page.addInitScript(() => {
    const badges: Record<string, number> = {};
    Object.assign(window, { badges });
    new BroadcastChannel('test-badge').onmessage = ({ data: [who, count] }) => {
      badges[who] = count;
    };
  });
  const readBadges = () => page.evaluate('badges');

  await openWithWorker(page, '/waitlist');
  await expect.poll(readBadges).toMatchObject({ page: 0 });

  network.cut();
  await joinWaitlist(page);
  await expectSaved(page);
  await expect(getUnsentButton(page)).toBeVisible();
  await expect.poll(readBadges).toEqual({ page: 1, worker: 1 });

  network.restore();
  await page.evaluate(dispatchOnline);
  await expect(getUnsentButton(page)).toBeHidden();
  await expect.poll(readBadges).toEqual({ page: 0, worker: 0 });
});
