import { expect, test } from '../../support/fixtures.ts';
import { openWithWorker } from '../../support/loading.ts';

test('the care label counts cookies and third-party files, and says whether the page is stored', async ({
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

  await page.evaluate(deleteCopy, '/consumer');
  await page.getByRole('link', { name: "I'm a Shopper" }).first().click();
  await expect(page).toHaveURL('/consumer');
  await expect(getValue('Works offline')).toHaveText('Not yet');
});

/** Deletes a page from the offline copy. Runs in the page. */
async function deleteCopy(path: string): Promise<void> {
  const cache = await caches.open('pear-offline');
  await cache.delete(path, { ignoreSearch: true });
}
