import {
  checkForUpdate,
  goInHistory,
  hasWorker,
  send,
} from '../support/gestures.ts';
import { engines, expect, test } from './fixtures.ts';
import { hideWorker, holdDelivery } from './injected-scripts.ts';
import { upgradeDatabase } from './page-functions.ts';
import { polling } from './visit.ts';

const killTag = '@kill';

for (const [fault, moment, place] of [
  ['F21', 'before it reads the message', 'read'],
  ['F22', 'before it sends the message', 'send'],
  ['F23', 'while it sends the message', ':commit'],
  ['F24', 'before it removes the message', 'remove'],
] as const) {
  test(`${fault}: delivers if the worker is killed ${moment}`, {
    tag: fault === 'F23' ? [killTag, '@engines'] : killTag,
  }, async ({ story }) => {
    const browser = await story.start();
    story.network.inject('worker', holdDelivery);
    const visit = await story.visit('waitlist');
    story.network.hold(new RegExp(`${place}(\\?|$)`));
    const heldRequest = story.network.waitForHeld();
    await visit.submit();
    const { aborted } = await heldRequest;
    await browser.killWorker?.();
    await aborted;
    // The killed worker received no answer, so the page may still say "Saved".
    for (const commit of story.network.log) delete commit.answeredAt;
    story.network.release();
    await story.wake();
  });
}

test('F25: delivers after the tab was closed', async ({ story }) => {
  const visit = await story.queue('brandSignup');
  await visit.close();
  story.network.restore();
  await story.visit('feedback');
});

test('F26: delivers after the browser was killed', {
  tag: [killTag, '@engines'],
}, async ({ story }) => {
  const profile = test.info().outputPath('profile');
  const browser = await story.start({ profile });
  const visit = await story.queue('waitlist');
  await browser.kill?.();
  visit.isClosed = true;
  story.network.restore();
  await story.visit('feedback');
});

test('F27: delivers during a worker update', engines, async ({ story }) => {
  const visit = await story.visit('careers');
  story.network.hold();
  await visit.submit();
  await story.network.waitForCommits(1);
  story.network.inject('worker', '"a newer worker"');
  const isInstalled = async () => {
    await visit.tab.evaluate(checkForUpdate);
    return visit.tab.evaluate(hasWorker, 'waiting');
  };
  await expect.poll(isInstalled, polling).toBe(true);
  story.network.release();
  await visit.expectStatement('sent');
  const second = await story.visit('waitlist');
  await visit.close();
  await second.submit();
});

test('F28: open pages deliver after a database upgrade', async ({ story }) => {
  const second = await story.visit('waitlist');
  const first = await story.queue('careers');
  const isBlocked = await second.tab.evaluate(upgradeDatabase);
  expect(isBlocked, 'old pages block the upgrade').toBe(false);
  story.network.restore();
  await second.submit();
  await second.expectStatement('sent');
  await first.expectStatement('sent');
});

test('F29: delivers without the worker', engines, async ({ story }) => {
  const visit = await story.queue('feedback');
  await visit.tab.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    for (const registration of registrations) await registration.unregister();
  });
  story.network.restore();
});

test('F30: delivers after Back restores a page', engines, async ({ story }) => {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  await story.start({ chromium: { ignoreDefaultArgs } });
  const visit = await story.queue('waitlist');
  await visit.tab.goto('about:blank');
  story.network.restore();
  await visit.tab.evaluate(goInHistory, -1);
  // `evaluate` fails while one page replaces the other.
  const readProtocol = () =>
    visit.tab.evaluate(() => location.protocol).catch(() => '');
  await expect.poll(readProtocol, polling).toBe('http:');
  visit.isReloaded = (await visit.samples()).length === 0;
});

test('F31: tabs and worker send a message once', engines, async ({ story }) => {
  story.network.inject('page', hideWorker);
  const first = await story.visit('waitlist');
  for (let tab = 1; tab < 5; tab += 1) await story.visit('careers');
  await story.seed(first, 12);
  const wakeWorker = () => {
    const message = { type: 'deliver', now: true };
    navigator.serviceWorker.controller?.postMessage(message);
  };
  await Promise.all([story.wake(), first.tab.evaluate(wakeWorker)]);
  await story.waitUntilStoredOnce();
  expect(story.network.commits, 'each message is sent once').toBe(12);
});

test('F32: three presses of Submit store one message', async ({ story }) => {
  const visit = await story.visit('brandSignup');
  story.network.cut();
  await visit.fillNext();
  await visit.tab.evaluate(send, 3);
  await visit.expectStatement('saved');
  expect(await visit.readOutbox()).toHaveLength(1);
  story.network.restore();
});
