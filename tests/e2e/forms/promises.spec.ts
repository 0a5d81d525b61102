import type { Page } from 'playwright/test';
import { noSync, syncRejects } from '../../faults/preludes.ts';
import { expect, test } from '../../support/fixtures.ts';
import { openUnsent } from '../../support/unsent.ts';
import { join, sent, visit } from '../../support/waitlist.ts';

const back = 'Saved on this device. We will send it when you are back online.';
const soon = 'Saved on this device. We will send it as soon as we can.';
const open =
  'Saved on this device. Keep this page open, or come back, and we will send it.';
const openSheet = 'Keep this page open, or come back, and we will send them.';

const line = (page: Page, text: string) =>
  page.getByText(text, { exact: true });

test('where the worker sends with no page open it says when', async ({
  page,
  context,
  network,
}) => {
  await visit(page, '/waitlist');
  await context.setOffline(true);
  await join(page);
  await expect(line(page, back)).toBeVisible();
  const sheet = await openUnsent(page);
  await expect(sheet.getByText(openSheet)).toBeHidden();
  await page.keyboard.press('Escape');
  // Online, and Firestore alone is out of reach.
  network.fail({ kind: 'reset' });
  await context.setOffline(false);
  await expect(line(page, soon)).toBeVisible();
  network.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(line(page, sent)).toBeVisible();
});

for (const [what, lack] of [
  ['lacks', noSync],
  ['refuses', syncRejects],
] as const) {
  test(`where the browser ${what} Background Sync a page has to stay open`, async ({
    page,
    network,
  }) => {
    await page.addInitScript(lack);
    await visit(page, '/waitlist');
    network.cut();
    await join(page);
    await expect(line(page, open)).toBeVisible();
    const sheet = await openUnsent(page);
    await expect(sheet.getByText(openSheet)).toBeVisible();
  });
}

test('the disclosure promises nothing that only an open page does', async ({
  page,
}) => {
  await page.goto('/careers');
  await page.getByText('What happens to what I send?').click();
  await expect(
    page.getByText(
      'Some browsers send it only while a page of this site is open',
    ),
  ).toBeVisible();
});
