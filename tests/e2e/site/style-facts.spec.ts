import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { openPage, waitForIdle } from '../../support/loading.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { notFoundPage, pages } from '../../support/pages.ts';
import {
  findAllControls,
  findFaintPrint,
  findHiddenControls,
  findMixedColors,
  findReachableControls,
  listMissingRings,
  runInPage,
} from '../../support/style-facts.ts';
import { getUnsentButton, openUnsentDialog } from '../../support/unsent.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block',
});

const screenWidths = [390, 800, 1440];

/** Expects the facts of the page in its current state. */
async function expectFacts(page: Page): Promise<void> {
  const reachable = new Set<string>();
  for (const width of screenWidths) {
    await page.setViewportSize({ width, height: 900 });

    await test.step(`at ${width} px, each control is visible and has a ring`, async () => {
      const hidden = await runInPage(page, findHiddenControls);
      expect.soft(hidden, 'controls that only hovering shows').toEqual([]);

      for (const control of await runInPage(page, findReachableControls))
        reachable.add(control);

      const ringless = await listMissingRings(page);
      expect.soft(ringless, 'controls without a ring').toEqual([]);
    });
  }

  const controls = await runInPage(page, findAllControls);
  const unreachable = controls.filter((control) => !reachable.has(control));
  expect.soft(unreachable, 'controls that no width shows').toEqual([]);

  await test.step('in forced colors, text and ground are both of the system or both ours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const ringless = await listMissingRings(page);
    expect.soft(ringless, 'controls without a ring').toEqual([]);
    expect.soft(await runInPage(page, findMixedColors)).toEqual([]);
    await page.emulateMedia({ forcedColors: null });
  });

  await test.step('on paper, the contrast of each text is at least 4.5', async () => {
    await page.emulateMedia({ media: 'print' });
    expect.soft(await runInPage(page, findFaintPrint)).toEqual([]);
    await page.emulateMedia({ media: null });
  });
}

const allPages = [...pages, notFoundPage];

// Each half is a test, so that both can run in parallel.
for (const group of [allPages.slice(0, 7), allPages.slice(7)])
  test(`pages ${group[0]?.path} to ${group.at(-1)?.path} have rings, visible controls, and colors for paper and forced colors`, async ({
    page,
  }) => {
    for (const { path } of group) {
      await test.step(path, async () => {
        await openPage(page, path);
        await page.locator('main details').evaluateAll((disclosures) => {
          for (const disclosure of disclosures)
            disclosure.toggleAttribute('open', true);
        });
        await waitForIdle(page);
        await expectFacts(page);
      });
    }
  });

test('forms with messages, the unsent dialog and the menu have focus rings, visible controls, and colors for paper and forced colors', async ({
  page,
  network,
}) => {
  await openPage(page, careersForm.path);
  await submit(page, careersForm);
  await expect(page.getByRole('alert')).toBeVisible();

  await page.getByText('What happens to what I send?').click();
  await expectFacts(page);
  network.fail(deniedFault);
  await openPage(page, waitlistForm.path);
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(getUnsentButton(page)).toBeVisible();
  await expectFacts(page);

  const dialog = await openUnsentDialog(page);
  await expect(dialog).toBeVisible();
  await expectFacts(page);

  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(await listMissingRings(page)).toEqual([]);
});
