import {
  readAnnouncements,
  recordAnnouncements,
  recordFocusMoves,
} from '../../support/announcements.ts';
import { expect, test } from '../../support/fixtures.ts';
import { follow, readJourneys } from '../../support/journeys.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Chromium denies every permission that this list lacks.
  permissions: ['background-sync', 'clipboard-write'],
  viewport: { width: 390, height: 844 },
});

for (const { title, rows } of readJourneys()) {
  test(`a screen reader reads what docs/screen-readers.md says: ${title}`, async ({
    page,
  }) => {
    await page.addInitScript(recordAnnouncements);
    await page.addInitScript(recordFocusMoves);
    for (const { instructions, heardTexts } of rows) {
      await test.step(instructions.join(' '), async () => {
        for (const instruction of instructions) await follow(page, instruction);
        const readAll = () => page.evaluate(readAnnouncements);
        await expect
          .poll(async () => (await readAll()).length)
          .toBeGreaterThanOrEqual(heardTexts.length);
        expect(await readAll()).toEqual(heardTexts);
        await page.evaluate('announced.length = 0');
      });
    }
    await test.step('later, the hidden region is empty, and nothing was read twice', async () => {
      await expect(page.locator('[data-region]')).toHaveText('');
      expect(await page.evaluate(readAnnouncements)).toEqual([]);
    });
  });
}
