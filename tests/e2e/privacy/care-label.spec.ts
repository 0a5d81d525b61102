import { expect, test } from '../../support/fixtures.ts';
import { openWithWorker } from '../../support/loading.ts';

test('the care label shows how many cookies and third-party files the page has', async ({
  page,
  network,
}) => {
  const cookie = { name: 'a', value: '1', url: network.origin };
  await page.context().addCookies([cookie]);
  await openWithWorker(page, '/');

  const getValue = (name: string) =>
    page.locator('li', { hasText: name }).locator('strong');

  await expect(getValue('Cookies on this page')).toHaveText('1');
  await expect(getValue('Files from other companies')).toHaveText('0');
  // The value changes without a reload when the worker becomes active.
  await expect(getValue('Works offline')).toHaveText('Yes');
});
