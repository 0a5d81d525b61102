import { expect, test } from '../../support/fixtures.ts';
import { openWithWorker, waitForIdle } from '../../support/loading.ts';
import { notFoundPage, pages } from '../../support/pages.ts';
import { expectThanks, joinWaitlist } from '../../support/waitlist.ts';

test('no page sends a request to another origin or logs to the console', {
  tag: '@firefox',
}, async ({ page, context, network, consoleLines }) => {
  const thirdParty: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isLocal = /^(data|blob):/.test(protocol) || origin === network.origin;
    if (!isLocal) thirdParty.push(request.url());
  });
  await openWithWorker(page, '/');
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await waitForIdle(page);
    expect(await page.content()).toContain("default-src 'none'");
  }
  await page.goto('/waitlist');
  await joinWaitlist(page);
  await expectThanks(page);
  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveTitle("We'd love to hear from you");
  expect(thirdParty).toEqual([]);
  // The console would report what the Content-Security-Policy blocks.
  expect(consoleLines).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('the care label counts cookies and files', async ({ page, network }) => {
  const cookie = { name: 'a', value: '1', url: network.origin };
  await page.context().addCookies([cookie]);
  await openWithWorker(page, '/');
  const value = (name: string) =>
    page.locator('dl > div', { hasText: name }).locator('dd');
  await expect(value('Cookies on this page')).toHaveText('1');
  await expect(value('Files from other companies')).toHaveText('0');
  // The value changes without a reload when the worker becomes active.
  await expect(value('Works offline')).toHaveText('Yes');
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await expect(page.getByText('There is nothing to forget.')).toBeVisible();
});
