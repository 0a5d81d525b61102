import { chromium } from 'playwright/test';
import { pendingSyncs } from '../faults/page-functions.ts';
import {
  expectRecords,
  fillIn,
  formSpecs,
  submit,
  waitlistForm,
} from '../support/forms.ts';
import { pages } from '../support/pages.ts';
import { join, saved, sent, thanks, visit } from '../support/waitlist.ts';
import { expect, test } from './fixtures.ts';
import { heading } from './visitor.ts';

// The main job, with the files that a deployment uploads, at the address and
// under the policies that they were built for.

test('every page, every form: one record each', async ({ page, stage }) => {
  const failed: string[] = [];
  page.on('response', (answer) => {
    const status = answer.status();
    if (status >= 400) failed.push(`${status} ${answer.url()}`);
  });
  page.on('requestfailed', (request) => failed.push(request.url()));
  for (const { path, title } of pages) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(heading(page)).toBeVisible();
  }
  // The waitlist last: its email is remembered.
  for (const form of [...formSpecs].reverse()) {
    await stage.records.clear();
    await page.goto(form.path);
    await fillIn(page, form);
    await submit(page, form);
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      form.thanks,
    );
    await expect(page.getByText(sent, { exact: true })).toBeVisible();
    await expectRecords(stage.records, form);
  }
  expect(stage.network.commits).toBe(formSpecs.length);
  expect(failed).toEqual([]);
});

test('offline, and sent with no page open', async ({
  page,
  context,
  stage,
}) => {
  await visit(page, '/waitlist');
  await context.setOffline(true);
  await join(page);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(thanks);
  await expect(page.getByText(saved)).toBeVisible();
  await expect.poll(() => page.evaluate(pendingSyncs)).toBe(1);
  await page.close();
  await context.setOffline(false);
  await expectRecords(stage.records, waitlistForm);
  expect(context.pages()).toEqual([]);
});

test('installed, and opened from the home screen with no network', async ({
  stage,
  launchOptions,
}, testInfo) => {
  // Only a profile on disk can have apps installed.
  const context = await chromium.launchPersistentContext(
    testInfo.outputPath('profile'),
    { channel: 'chromium', ...launchOptions },
  );
  const page = await context.newPage();
  await visit(page, `${stage.origin}/about`);
  const devtools = await context.newCDPSession(page);
  const { appId: manifestId = '' } = await devtools.send('Page.getAppId');
  expect(manifestId).toBe(`${stage.origin}/`);
  await devtools.send('PWA.install', { manifestId });
  await devtools.send('PWA.changeAppUserSettings', {
    manifestId,
    displayMode: 'standalone',
  });
  await context.setOffline(true);
  const opening = context.waitForEvent('page');
  await devtools.send('PWA.launch', { manifestId });
  const app = await opening;
  await app.waitForURL(`${stage.origin}/`);
  expect(
    await app.evaluate(() => matchMedia('(display-mode: standalone)').matches),
  ).toBe(true);
  await app.goto(`${stage.origin}/waitlist`);
  await join(app);
  await expect(app.getByText(saved)).toBeVisible();
  await context.setOffline(false);
  await expectRecords(stage.records, waitlistForm);
  await context.close();
});
