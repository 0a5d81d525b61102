import { expect, test } from '../../support/fixtures.ts';
import { openWithWorker } from '../../support/loading.ts';

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
});
