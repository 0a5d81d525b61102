import { checkForUpdate, go, hasWorker } from '../support/gestures.ts';
import { expect, test } from './fixtures.ts';
import { unregister, upgradeDatabase } from './inside.ts';
import { stops } from './preludes.ts';
import { often } from './visit.ts';

const everywhere = { tag: '@engines' };
const kill = '@kill';

// Each waits where the test has stopped it, until it is killed there.
for (const [title, form, place, tag] of [
  ['F21 worker killed before it reads', 'waitlist', 'read', [kill]],
  ['F22 killed between reading and sending', 'careers', 'send', [kill]],
  ['F23 killed as it sends', 'feedback', ':commit', [kill, '@engines']],
  ['F24 killed between answer and removal', 'waitlist', 'remove', [kill]],
] as const) {
  test(title, { tag: [...tag] }, async ({ story }) => {
    const browser = await story.start();
    story.network.inject('worker', stops);
    const visit = await story.visit(form);
    story.network.hold(new RegExp(`${place}(\\?|$)`));
    const held = story.network.held();
    await visit.submit();
    const { left } = await held;
    await browser.killWorker?.();
    await left;
    // The answer ended with the worker, so the page still waits for one.
    for (const commit of story.network.log) delete commit.answeredAt;
    story.network.release();
    await story.wake();
  });
}

test('F25 tab closed as soon as it thanks', async ({ story }) => {
  const visit = await story.queue('brandSignup');
  await visit.close();
  story.network.restore();
  await story.visit('feedback');
});

test('F26 browser killed and restarted', {
  tag: [kill, '@engines'],
}, async ({ story }) => {
  const profile = test.info().outputPath('profile');
  const browser = await story.start({ profile });
  const visit = await story.queue('waitlist');
  await browser.kill?.();
  visit.closed = true;
  story.network.restore();
  await story.visit('feedback');
});

test('F27 worker updated while it delivers', everywhere, async ({ story }) => {
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
  await visit.says('sent');
  const second = await story.visit('waitlist');
  await visit.close();
  await second.submit();
});

test('F28 an old and a new page together', async ({ story }) => {
  const old = await story.visit('careers');
  const older = await story.visit('waitlist');
  story.network.cut();
  await old.submit();
  await old.says('saved');
  const blocked = await older.tab.evaluate(upgradeDatabase);
  expect(blocked, 'the old pages let the upgrade go on').toBe(false);
  story.network.restore();
  await older.submit();
  await older.says('sent');
  // What the newer page has left as it was is the older one's to send.
  await old.says('sent');
});

test('F29 worker unregistered', everywhere, async ({ story }) => {
  const visit = await story.queue('feedback');
  await visit.tab.evaluate(unregister);
  story.network.restore();
});

test('F30 back from the back-forward cache', everywhere, async ({ story }) => {
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  await story.start({ chromium: { ignoreDefaultArgs } });
  const visit = await story.queue('waitlist');
  await visit.tab.goto('about:blank');
  story.network.restore();
  await visit.tab.evaluate(go, -1);
  // The tab may be between two pages.
  const address = () =>
    visit.tab.evaluate(() => location.protocol).catch(() => '');
  await expect.poll(address, often).toBe('http:');
  const isNew = () => !('statements' in globalThis);
  visit.forgotten = await visit.tab.evaluate(isNew);
});
