import { engineTest } from '../support/fixtures.ts';
import { Story } from './story.ts';

/**
 * A story for each test, with the site and one engine behind it. It ends with
 * the fault over; what must hold then is asserted here.
 */
export const test = engineTest.extend<{ story: Story }>({
  story: async ({ driver, network, records }, use, testInfo) => {
    const profile = testInfo.outputPath('profile');
    const story = new Story(driver, network, records, profile);
    await use(story);
    const { status } = testInfo;
    if (status === 'passed' && story.submitted.length > 0)
      await story.settled();
    await story.end();
  },
});

export { expect } from 'playwright/test';
