import { unsentTexts } from '../../src/content/unsent.ts';
import { syncTag } from '../../src/outbox/messages.ts';
import { expect, test } from './fixtures.ts';
import * as scripts from './injected-scripts.ts';
import { countPendingSyncs } from './page-functions.ts';

for (const [title, script] of [
  ['F45: delivers without Background Sync', scripts.removeSync],
  ['F47: delivers if SyncManager.register() hangs', scripts.hangSync],
] as const) {
  test(title, async ({ story }) => {
    story.network.inject('both', script);
    await story.queue('careers', () => story.goOffline());
    await story.goOnline();
  });
}

/** Makes Chromium repeat sync events within seconds. Chromium may rename its flags. */
const quickRetryArgs = [
  '--force-fieldtrials=BackgroundSync/Fast',
  `--force-fieldtrial-params=BackgroundSync.Fast:${[
    'initial_retry_delay_sec/1/retry_delay_factor/1',
    'max_sync_attempts/3/min_recovery_time_sec/1',
  ].join('/')}`,
];

test('F48, F49: delivers by sync and after failed syncs', async ({ story }) => {
  await story.start({ chromium: { args: quickRetryArgs } });
  const fail = () => story.network.fail({ kind: 'reset' });
  await test.step('a sync event delivers a message without an open window', async () => {
    const visit = await story.queue('waitlist', () => story.goOffline());
    await expect.poll(() => visit.tab.evaluate(countPendingSyncs)).toBe(1);
    await visit.close();
    // The first sync event may fire while the worker is still offline.
    await story.goOnline();
    await expect.poll(() => story.records.count('waitlist')).toBe(1);
  });
  await test.step('after three failed events, an open page delivers its message', async () => {
    const { commits } = story.network;
    const visit = await story.queue('brandSignup', fail);
    await story.network.waitForCommits(commits + 5);
    story.network.heal();
    await visit.expectStatement('sent');
    await visit.close();
  });
  await test.step('after three failed events, the next visit delivers a message', async () => {
    const { commits } = story.network;
    const visit = await story.queue('careers', fail);
    await visit.close();
    await story.network.waitForCommits(commits + 3);
    story.network.heal();
    await story.visit('feedback');
  });
});

test('F50, F54: the button Retry or a sync event sends no message twice', async ({
  story,
}) => {
  story.network.inject('page', scripts.hideWorker);
  story.network.inject('page', scripts.rejectSync);
  const browser = await story.start();
  const visit = await story.visit('brandSignup');
  story.network.hold();
  await visit.submit();
  await story.network.waitForCommits(1);
  await visit.press('1 message waiting to send');
  await visit.press(unsentTexts.retry);
  await browser.sync?.(syncTag);
  story.network.release();
  await visit.expectStatement('sent');
  expect(story.network.commits).toBe(1);
});

test('F46, F51: delivers if Background Sync is denied', async ({ story }) => {
  const browser = await story.start();
  await browser.denySync?.(story.network.origin);
  await story.queue('feedback', () => story.goOffline());
  await story.goOnline();
});
