import { expect, test } from '../../support/fixtures.ts';
import { idle } from '../../support/hydrated.ts';
import { notFoundPage, pages } from '../../support/pages.ts';
import { join, thanks, visit } from '../../support/waitlist.ts';

// What the page's policy blocks, the console would tell.
test('no page asks for anything elsewhere, or says anything', {
  tag: '@firefox',
}, async ({ page, context, network, consoleLines }) => {
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isInPage = /^(data|blob):/.test(protocol);
    if (!isInPage && origin !== network.origin) elsewhere.push(request.url());
  });
  await visit(page, '/');
  for (const { path } of [...pages, notFoundPage]) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await idle(page);
    expect(await page.content()).toContain("default-src 'none'");
  }
  await page.goto('/waitlist');
  await join(page);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(thanks);
  await page.getByRole('main').locator('a[href="/feedback"]').click();
  await expect(page).toHaveTitle("We'd love to hear from you");
  expect(elsewhere).toEqual([]);
  expect(consoleLines).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('the care label counts what is there, and forgets', async ({
  page,
  context,
  network,
}) => {
  await context.addCookies([{ name: 'a', value: '1', url: network.origin }]);
  await visit(page, '/');
  const value = (name: string) =>
    page.locator('dl > div', { hasText: name }).locator('dd');
  await expect(value('Cookies on this page')).toHaveText('1');
  await expect(value('Files from other companies')).toHaveText('0');
  // Without a reload, as soon as the worker is active.
  await expect(value('Works offline')).toHaveText('Yes');
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await expect(page.getByText('There is nothing to forget.')).toBeVisible();
});
