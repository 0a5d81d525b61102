import { engineTest, expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';

test.use({ serviceWorkers: 'block' });

test('a draft survives a reload in the same tab', async ({ page }) => {
  await page.goto('/careers');
  // Before and after the page's code has come.
  await page.getByLabel('Name').fill('Ada');
  await hydrated(page);
  await page.getByLabel('Message').fill('I cut patterns.');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Ada');
  await expect(page.getByLabel('Message')).toHaveValue('I cut patterns.');
  await expect(page.getByLabel('Email')).toHaveValue('');
});

engineTest(
  'what was typed stands there when Back leads to the page',
  { tag: ['@firefox', '@webkit'] },
  async ({ driver, network }) => {
    const browser = await driver.start();
    const tab = await browser.open();
    await tab.goto(`${network.origin}/waitlist`);
    const typed = ['Heddle', 'ada@loom.example'];
    await tab.fill('Favorite brand', 'Heddle');
    await tab.fill('Email', 'ada@loom.example');
    await tab.goto(`${network.origin}/faq`);
    // Later, so that the answer is not lost with the page.
    await tab.evaluate(() => void setTimeout(() => history.back()));
    // Until it is there, what is asked of the tab may be lost with a page.
    const seen = () => tab.evaluate(words).catch(() => []);
    await expect.poll(seen).toEqual(typed);
    await browser.close();
  },
);

function words(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('main input');
  return [...fields].map(({ value }) => value);
}
