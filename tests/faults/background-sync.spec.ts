import { unsentTexts } from '../../src/content/unsent.ts';
import { syncTag } from '../../src/submissions/outbox-name.ts';
import { expect, test } from './fixtures.ts';
import * as scripts from './injected-scripts.ts';
import { countPendingSyncs } from './page-functions.ts';

const brokenSyncs = [
  {
    title: 'F45: delivers a message without Background Sync',
    script: scripts.noSyncScript,
  },
  {
    title: 'F47: delivers a message if SyncManager.register() hangs',
    script: scripts.hangingSyncScript,
  },
];

for (const { title, script } of brokenSyncs) {
  test(title, async ({ scenario }) => {
    scenario.network.inject('both', script);
    await scenario.queue('careers', () => scenario.goOffline());
    await scenario.goOnline();
  });
}

const quickRetryParams = [
  'initial_retry_delay_sec/1',
  'retry_delay_factor/1',
  'max_sync_attempts/3',
  'min_recovery_time_sec/1',
];
/** Makes Chromium repeat sync events within seconds. Chromium may rename its flags. */
const quickRetryArgs = [
  '--force-fieldtrials=BackgroundSync/Fast',
  `--force-fieldtrial-params=BackgroundSync.Fast:${quickRetryParams.join('/')}`,
];

test('F48, F49: sync events deliver submissions; pages deliver them after three failed events', async ({
  scenario,
}) => {
  await scenario.start({ chromium: { args: quickRetryArgs } });
  const breakConnections = () => scenario.network.fail({ kind: 'reset' });

  await test.step('a sync event delivers a submission while no window is open', async () => {
    const visit = await scenario.queue('waitlist', () => scenario.goOffline());
    await expect.poll(() => visit.tab.evaluate(countPendingSyncs)).toBe(1);
    await visit.close();

    // The first sync event may fire while the worker is still offline.
    await scenario.goOnline();
    await expect.poll(() => scenario.records.count('waitlist')).toBe(1);
  });

  await test.step('after three failed sync events, an open page delivers its submission', async () => {
    const { commits } = scenario.network;
    const visit = await scenario.queue('brandSignup', breakConnections);
    await scenario.network.waitForCommits(commits + 5);

    scenario.network.heal();
    await visit.expectStatement('sent');
    await visit.close();
  });

  await test.step('after three failed events, the next visit delivers a submission', async () => {
    const { commits } = scenario.network;
    const visit = await scenario.queue('careers', breakConnections);
    await visit.close();
    await scenario.network.waitForCommits(commits + 3);

    scenario.network.heal();
    await scenario.visit('feedback');
  });
});

test('F50, F54: neither the Retry button nor a sync event repeats a request in flight', async ({
  scenario,
}) => {
  scenario.network.inject('page', scripts.noWorkerScript);
  scenario.network.inject('page', scripts.rejectedSyncScript);
  const browser = await scenario.start();
  const visit = await scenario.visit('brandSignup');
  scenario.network.hold();
  await visit.submit();

  await scenario.network.waitForCommits(1);
  await visit.press('1 message waiting to send');
  await visit.press(unsentTexts.retry);
  await browser.sync?.(syncTag);

  scenario.network.release();
  await visit.expectStatement('sent');
  expect(scenario.network.commits).toBe(1);
});

test('F46, F51: delivers a submission if Background Sync is denied', async ({
  scenario,
}) => {
  const browser = await scenario.start();
  await browser.denySync?.(scenario.network.origin);
  await scenario.queue('feedback', () => scenario.goOffline());
  await scenario.goOnline();
});
