import { expect, test } from '../../support/fixtures.ts';
import { joinOffline, pill } from '../../support/unsent.ts';
import { join, sent, visit } from '../../support/waitlist.ts';

test('what waits beside the database of a newer release is shown and sent', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  await joinOffline(page, network);
  await page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const known = await indexedDB.databases();
    const { version = 0 } = known.find(({ name }) => name === 'pear') ?? {};
    const newer = indexedDB.open('pear', version + 1);
    (await result(newer)).close();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: pill })).toBeVisible();
  network.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: pill })).toBeHidden();
  expect(await records.count('waitlist')).toBe(1);
});

test('where locks are refused what is thanked for is sent', {
  tag: '@firefox',
}, async ({ page, network, records }) => {
  network.inject(
    'both',
    `LockManager.prototype.request = () =>
      Promise.reject(new DOMException('As the test has it', 'SecurityError'))`,
  );
  await visit(page, '/waitlist');
  await join(page);
  await expect(page.getByText(sent, { exact: true })).toBeVisible();
  expect(await records.count('waitlist')).toBe(1);
});
