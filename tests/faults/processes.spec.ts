import { checkForUpdate, go, hasWorker } from '../support/gestures.ts';
import { expect, test } from './fixtures.ts';
import { holdDelivery } from './injected-scripts.ts';
import { unregister, upgradeDatabase } from './page-functions.ts';
import { often } from './visit.ts';

const killTag = '@kill';

for (const [fault, moment, form, place, tag] of [
  ['F21', 'before it reads the message', 'waitlist', 'read', [killTag]],
  ['F22', 'before it sends the message', 'careers', 'send', [killTag]],
  [
    'F23',
    'while it sends the message',
    'feedback',
    ':commit',
    [killTag, '@engines'],
  ],
  ['F24', 'before it removes the message', 'waitlist', 'remove', [killTag]],
] as const) {
  test(`${fault}: a message is delivered if the worker is killed ${moment}`, {
    tag: [...tag],
  }, async ({ story }) => {
    const browser = await story.start();
    story.network.inject('worker', holdDelivery);
    const visit = await story.visit(form);
    story.network.hold(new RegExp(`${place}(\\?|$)`));
    const held = story.network.held();
    await visit.submit();
    const { left } = await held;
    await browser.killWorker?.();
    await left;
    // The killed worker received no answer, so the page may still say "Saved".
    for (const commit of story.network.log) delete commit.answeredAt;
    story.network.release();
    await story.wake();
  });
}

test('F25: a message is delivered after its tab was closed', async ({
  story,
}) => {
  const visit = await story.queue('brandSignup');
  await visit.close();
  story.network.restore();
  await story.visit('feedback');
});

test('F26: a message is delivered after the browser was killed', {
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

test('F27: a message is delivered during a worker update', {
  tag: '@engines',
}, async ({ story }) => {
  const visit = await story.visit('careers');
  story.network.hold();
  await visit.submit();
  await story.network.sent(1);
  story.network.inject('worker', '"a newer worker"');
  const isInstalled = async () => {
    await visit.tab.evaluate(checkForUpdate);
    return visit.tab.evaluate(hasWorker, 'waiting');
  };
  await expect.poll(isInstalled, often).toBe(true);
  story.network.release();
  await visit.expectStatement('sent');
  const second = await story.visit('waitlist');
  await visit.close();
  await second.submit();
});

test('F28: pages that were open during a database upgrade deliver their messages', async ({
  story,
}) => {
  const first = await story.visit('careers');
  const second = await story.visit('waitlist');
  story.network.cut();
  await first.submit();
  await first.expectStatement('saved');
  const isBlocked = await second.tab.evaluate(upgradeDatabase);
  expect(isBlocked, 'old pages block the upgrade').toBe(false);
  story.network.restore();
  await second.submit();
  await second.expectStatement('sent');
  await first.expectStatement('sent');
});

test('F29: a message is delivered after the worker was unregistered', {
  tag: '@engines',
}, async ({ story }) => {
  const visit = await story.queue('feedback');
  await visit.tab.evaluate(unregister);
  story.network.restore();
});

test('F30: a message is delivered after the back-forward cache restores its page', {
  tag: '@engines',
}, async ({ story }) => {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  await story.start({ chromium: { ignoreDefaultArgs } });
  const visit = await story.queue('waitlist');
  await visit.tab.goto('about:blank');
  story.network.restore();
  await visit.tab.evaluate(go, -1);
  // `evaluate` fails while one page replaces the other.
  const protocol = () =>
    visit.tab.evaluate(() => location.protocol).catch(() => '');
  await expect.poll(protocol, often).toBe('http:');
  const isNewPage = () => !('statements' in globalThis);
  visit.isReloaded = await visit.tab.evaluate(isNewPage);
});
