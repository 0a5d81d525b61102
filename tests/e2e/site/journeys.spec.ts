import { queuedTexts } from '../../../src/content/delivery.ts';
import {
  readAnnouncements,
  recordAnnouncements,
  recordFocusMoves,
  takeAnnouncements,
} from '../../support/announcements.ts';
import { expect, test } from '../../support/fixtures.ts';
import {
  expectEmptyRegions,
  follow,
  readJourneys,
} from '../../support/journeys.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Chromium denies every permission that this list lacks.
  permissions: ['background-sync', 'clipboard-write'],
  viewport: { width: 390, height: 844 },
});

const journeys = readJourneys();

test('docs/screen-readers.md has ten journeys', () => {
  expect(journeys.filter(({ rows }) => rows.length > 1)).toHaveLength(10);
});

for (const { title, rows } of journeys) {
  test(`a screen reader reads what docs/screen-readers.md says: ${title}`, async ({
    page,
  }) => {
    await page.addInitScript(recordAnnouncements);
    await page.addInitScript(recordFocusMoves);
    for (const { instructions, heardTexts } of rows) {
      await test.step(instructions.join(' '), async () => {
        for (const instruction of instructions) await follow(page, instruction);
        // If sending takes longer than a second, the page says first that it has saved.
        const isDescribed = (text: string) =>
          text !== queuedTexts.online || heardTexts.includes(text);
        const readDescribed = async () =>
          (await page.evaluate(readAnnouncements)).filter(isDescribed);

        await expect
          .poll(async () => (await readDescribed()).length)
          .toBeGreaterThanOrEqual(heardTexts.length);
        const announcements = await page.evaluate(takeAnnouncements);
        expect(announcements.filter(isDescribed)).toEqual(heardTexts);
      });
    }

    await test.step('later, the hidden region is empty, and nothing was read twice', async () => {
      await expectEmptyRegions(page);
      expect(await page.evaluate(readAnnouncements)).toEqual([]);
    });
  });
}
