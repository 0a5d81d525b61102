import { goInHistory } from '../support/engines/engine.ts';
import { type RealTab, startRealTabs } from '../support/engines/real-tabs.ts';
import { checkForUpdate, clickSubmit, hasWorker } from '../support/gestures.ts';
import { expect, test } from './fixtures.ts';
import { deliveryHoldScript, noWorkerScript } from './injected-scripts.ts';
import { upgradeDatabase } from './page-functions.ts';
import { polling } from './visit.ts';

const killTag = '@kill';

/** Moments of a delivery, with the end of the address of the request that is held then. */
const deliveryMoments = [
  {
    fault: 'F21',
    moment: 'before it reads the message',
    place: 'read',
    tag: [killTag],
  },
  {
    fault: 'F22',
    moment: 'before it sends the message',
    place: 'send',
    tag: [killTag],
  },
  {
    fault: 'F23',
    moment: 'while it sends the message',
    place: ':commit',
    tag: [killTag, '@engines'],
  },
  {
    fault: 'F24',
    moment: 'before it removes the message',
    place: 'remove',
    tag: [killTag],
  },
];

for (const { fault, moment, place, tag } of deliveryMoments) {
  const title = `${fault}: delivers a submission if the worker is killed ${moment}`;
  test(title, { tag }, async ({ scenario }) => {
    const browser = await scenario.start();
    scenario.network.inject('worker', deliveryHoldScript);
    const visit = await scenario.visit('waitlist');

    scenario.network.hold(new RegExp(`${place}(\\?|$)`));
    const heldRequestPromise = scenario.network.waitForHeld();
    await visit.submit();

    const { aborted } = await heldRequestPromise;
    await browser.killWorker?.();
    await aborted;

    // The killed worker got no answers, so the page may still say "Saved".
    for (const commit of scenario.network.log) delete commit.answeredAt;
    scenario.network.release();
    await scenario.wake();
  });
}

test('F25: delivers a submission after its tab closes', async ({
  scenario,
}) => {
  const visit = await scenario.queue('brandSignup');
  await visit.close();

  scenario.network.restore();
  await scenario.visit('feedback');
});

test('F26: delivers a submission after the browser was killed', {
  tag: [killTag, '@engines'],
}, async ({ scenario }) => {
  const profilePath = test.info().outputPath('profile');
  const browser = await scenario.start({ profile: profilePath });
  const visit = await scenario.queue('waitlist');
  await browser.kill?.();
  visit.isClosed = true;

  scenario.network.restore();
  await scenario.visit('feedback');
});

test('F27: delivers a submission during a worker update', {
  tag: '@engines',
}, async ({ scenario }) => {
  const visit = await scenario.visit('careers');

  scenario.network.hold();
  await visit.submit();
  await scenario.network.waitForCommits(1);
  scenario.network.inject('worker', '"a newer worker"');

  const isInstalled = async () => {
    await visit.tab.evaluate(checkForUpdate);
    return visit.tab.evaluate(hasWorker, 'waiting');
  };
  await expect.poll(isInstalled, polling).toBe(true);

  scenario.network.release();
  await visit.expectStatement('sent');

  const secondVisit = await scenario.visit('waitlist');
  await visit.close();
  await secondVisit.submit();
});

test('F28: delivers submissions after database upgrades', async ({
  scenario,
}) => {
  const secondVisit = await scenario.visit('waitlist');
  const firstVisit = await scenario.queue('careers');
  const isBlocked = await secondVisit.tab.evaluate(upgradeDatabase);
  expect(isBlocked, 'old pages block the upgrade').toBe(false);

  scenario.network.restore();
  await secondVisit.submit();
  await secondVisit.expectStatement('sent');
  await firstVisit.expectStatement('sent');
});

test('F29: delivers a submission after the worker was unregistered', {
  tag: '@engines',
}, async ({ scenario }) => {
  const visit = await scenario.queue('feedback');
  await visit.tab.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    for (const registration of registrations) await registration.unregister();
  });
  scenario.network.restore();
});

test('F30: delivers a submission after the Back button restores its page', {
  tag: '@engines',
}, async ({ scenario }) => {
  const ignoredArgs = ['--disable-back-forward-cache'];
  await scenario.start({ chromium: { ignoreDefaultArgs: ignoredArgs } });
  const visit = await scenario.queue('waitlist');
  await visit.tab.goto('about:blank');

  scenario.network.restore();
  await goInHistory(visit.tab, 'back');

  // `evaluate` fails while one page replaces the other.
  const readUrlScheme = () =>
    visit.tab.evaluate(() => location.protocol).catch(() => '');
  await expect.poll(readUrlScheme, polling).toBe('http:');

  visit.isReloaded = (await visit.samples()).length === 0;
});

test('F31: five tabs and the worker send each submission only once', {
  tag: '@engines',
}, async ({ scenario }) => {
  scenario.network.inject('page', noWorkerScript);
  const firstVisit = await scenario.visit('waitlist');
  for (let tabNumber = 1; tabNumber < 5; tabNumber += 1)
    await scenario.visit('careers');

  await scenario.seed(firstVisit, 12);
  const wakeWorker = () => {
    const message = { type: 'deliver', now: true };
    navigator.serviceWorker.controller?.postMessage(message);
  };

  await Promise.all([scenario.wake(), firstVisit.tab.evaluate(wakeWorker)]);
  await scenario.waitUntilStoredOnce();
  expect(scenario.network.commits, 'each message is sent once').toBe(12);
});

test('F32: three Submit presses store one submission', async ({ scenario }) => {
  const visit = await scenario.visit('brandSignup');
  scenario.network.cut();

  await visit.fillNext();
  await visit.tab.evaluate(clickSubmit, 3);
  await visit.expectStatement('saved');
  expect(await visit.readOutbox()).toHaveLength(1);

  scenario.network.restore();
});

test('F34: a frozen tab holds back no submission of another tab', {
  tag: '@chromium',
}, async ({ scenario, network }) => {
  scenario.browser = await startRealTabs();
  const frozenVisit = await scenario.visit('careers');
  const frozenTab = frozenVisit.tab as RealTab;
  const visit = await scenario.visit('waitlist');
  await frozenTab.setFrozen(true);

  await visit.submit();
  await visit.expectStatement('sent');

  // The frozen tab has heard of the first submission, but its read must not block a write.
  network.cut();
  const otherVisit = await scenario.visit('brandSignup');
  await otherVisit.submit();
  await otherVisit.expectStatement('saved');

  network.restore();
  await otherVisit.wake();
  await otherVisit.expectStatement('sent');

  await frozenTab.setFrozen(false);
  await frozenVisit.submit();
});
