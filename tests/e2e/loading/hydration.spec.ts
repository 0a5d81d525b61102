import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

test('React listens to every event, so any handler works', async ({ page }) => {
  await page.goto('/faq');
  await hydrated(page);
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.getElementById("root")',
  });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: result.objectId ?? '',
  });
  const types = listeners.map(({ type }) => type);
  // A checkbox's onChange needs click and change, a field's also focus.
  expect(types).toEqual(
    expect.arrayContaining(['change', 'click', 'focusin', 'pointerdown']),
  );
});

test.describe('a page whose last lines', () => {
  test.use({ serviceWorkers: 'block' });

  /** Opens it without them, types, and waits for all of its code. */
  async function typeInHalf(page: Page): Promise<void> {
    const code = page.waitForResponse(/static\/js\/form-/);
    await page.goto('/careers', { waitUntil: 'commit' });
    await page.getByLabel('Name').fill('Ada');
    await (await code).finished();
    // As long as it takes to run code that is there.
    await page.evaluate(() => new Promise((go) => requestIdleCallback(go)));
  }

  async function expectWhole(page: Page): Promise<void> {
    await hydrated(page);
    await expect(page.getByLabel('Name')).toHaveValue('Ada');
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
  }

  test('come late is whole before its code runs', async ({
    page,
    network,
    consoleLines,
  }) => {
    let complete = () => {};
    network.lastLines = new Promise<void>((resolve) => {
      complete = resolve;
    });
    await typeInHalf(page);
    complete();
    await expectWhole(page);
    expect(consoleLines).toEqual([]);
  });

  test('never come is completed by its code', async ({ page, network }) => {
    network.lastLines = new Promise(() => {});
    await page.clock.install();
    await typeInHalf(page);
    await page.locator('main [type="submit"]').click();
    network.cut();
    await page.clock.runFor(10_000);
    await expectWhole(page);
    // What was sent in the half is sent in the whole: there is no email.
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
