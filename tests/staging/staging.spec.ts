import { chromium } from 'playwright/test';
import { expectRecords, waitlistForm } from '../support/forms.ts';
import { openWithWorker } from '../support/loading.ts';
import { expectSaved } from '../support/unsent.ts';
import { joinWaitlist } from '../support/waitlist.ts';
import { expect, test } from './fixtures.ts';

test('the installed app opens offline, and sends its submission when it is online', async ({
  stage,
  launchOptions,
}, testInfo) => {
  // Chromium installs apps only in a profile on disk.
  const folder = testInfo.outputPath('profile');
  const options = { channel: 'chromium', ...launchOptions };
  const context = await chromium.launchPersistentContext(folder, options);
  const page = await context.newPage();
  await openWithWorker(page, `${stage.origin}/about`);

  const devtools = await context.newCDPSession(page);
  const { appId: manifestId = '' } = await devtools.send('Page.getAppId');
  expect(manifestId).toBe(`${stage.origin}/`);

  await devtools.send('PWA.install', { manifestId });
  await devtools.send('PWA.changeAppUserSettings', {
    manifestId,
    displayMode: 'standalone',
  });

  await context.setOffline(true);
  const appPagePromise = context.waitForEvent('page');
  await devtools.send('PWA.launch', { manifestId });

  const installedPage = await appPagePromise;
  await installedPage.waitForURL(`${stage.origin}/`);
  const isInstalled = () => matchMedia('(display-mode: standalone)').matches;
  expect(await installedPage.evaluate(isInstalled)).toBe(true);

  await installedPage.goto(`${stage.origin}/waitlist`);
  await joinWaitlist(installedPage);
  await expectSaved(installedPage);

  await context.setOffline(false);
  await expectRecords(stage.records, waitlistForm);
  await context.close();
});
